// The yardstick for the compiled playouts: the same algorithm as core/bitboard.py in plain C++, for 9x9 alone.
// Usage: playouts COUNT SEED; prints how many playouts a second, how many Black won, and the moves in all.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kPoints = 81;
constexpr int kRowBits = 10;
constexpr int kRowsPerWord = 6;
constexpr int kWordShift = kRowBits * (kRowsPerWord - 1);

struct Words {
    uint64_t low, high;
};

Words bits[kPoints], neighbours[kPoints], full{0, 0};

Words bit_of(int row, int col) {
    const uint64_t word = uint64_t{1} << ((row % kRowsPerWord) * kRowBits + col);
    return row < kRowsPerWord ? Words{word, 0} : Words{0, word};
}

void make_tables() {
    for (int row = 0; row < 9; ++row) {
        for (int col = 0; col < 9; ++col) {
            const int point = row * 9 + col;
            bits[point] = bit_of(row, col);
            full.low |= bits[point].low;
            full.high |= bits[point].high;
            const int beside[4][2] = {{row - 1, col}, {row + 1, col}, {row, col - 1}, {row, col + 1}};
            for (const auto& at : beside) {
                if (at[0] < 0 || at[0] > 8 || at[1] < 0 || at[1] > 8) continue;
                const Words word = bit_of(at[0], at[1]);
                neighbours[point].low |= word.low;
                neighbours[point].high |= word.high;
            }
        }
    }
}

Words spread(Words a) {
    return {(a.low << 1) | (a.low >> 1) | (a.low << kRowBits) | (a.low >> kRowBits) | (a.high << kWordShift),
            (a.high << 1) | (a.high >> 1) | (a.high << kRowBits) | (a.high >> kRowBits) | (a.low >> kWordShift)};
}

bool reaches(Words seed, Words own, Words goal) {
    for (;;) {
        const Words beside = spread(seed);
        const uint64_t low = beside.low & own.low & ~seed.low, high = beside.high & own.high & ~seed.high;
        if ((low & goal.low) | (high & goal.high)) return true;
        if (!(low | high)) return false;
        seed = {seed.low | low, seed.high | high};
    }
}

bool is_legal(Words own, Words opponent, int point) {
    const Words stone = bits[point], beside = neighbours[point];
    const Words free = spread({full.low & ~(own.low | opponent.low | stone.low),
                               full.high & ~(own.high | opponent.high | stone.high)});
    const Words friends{beside.low & own.low, beside.high & own.high};
    const bool open = ((stone.low | friends.low) & free.low) | ((stone.high | friends.high) & free.high);
    if (!open && !reaches(friends, own, free)) return false;
    for (uint64_t left = beside.low & opponent.low & ~free.low; left; left &= left - 1) {
        if (!reaches({left & -left, 0}, opponent, free)) return false;
    }
    for (uint64_t left = beside.high & opponent.high & ~free.high; left; left &= left - 1) {
        if (!reaches({0, left & -left}, opponent, free)) return false;
    }
    return true;
}

struct Candidates {
    uint8_t points[kPoints];
    uint8_t places[kPoints];
    int count;

    void drop(int point) {
        const int place = places[point];
        if (place == 255) return;
        const uint8_t last = points[--count];
        points[place] = last;
        places[last] = static_cast<uint8_t>(place);
        places[point] = 255;
    }
};

uint64_t random_state;

int random_below(int bound) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return static_cast<int>(((random_state >> 32) * static_cast<uint64_t>(bound)) >> 32);
}

int playout(const Candidates& all) {
    Candidates sides[2] = {all, all};
    Words stones[2] = {{0, 0}, {0, 0}};
    for (int moves = 0, side = 0;; ++moves, side ^= 1) {
        Candidates& mine = sides[side];
        int point = -1;
        while (mine.count) {
            const int drawn = mine.points[random_below(mine.count)];
            mine.drop(drawn);
            if (is_legal(stones[side], stones[side ^ 1], drawn)) {
                point = drawn;
                break;
            }
        }
        if (point < 0) return moves;
        stones[side].low |= bits[point].low;
        stones[side].high |= bits[point].high;
        sides[side ^ 1].drop(point);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: playouts COUNT SEED\n");
        return 2;
    }
    const long count = std::atol(argv[1]);
    random_state = std::strtoull(argv[2], nullptr, 10) * 0x9E3779B97F4A7C15u | 1u;
    make_tables();
    Candidates all;
    all.count = kPoints;
    for (int point = 0; point < kPoints; ++point) {
        all.points[point] = static_cast<uint8_t>(point);
        all.places[point] = static_cast<uint8_t>(point);
    }
    long wins = 0, moves = 0;
    const auto started = std::chrono::steady_clock::now();
    for (long i = 0; i < count; ++i) {
        const int length = playout(all);
        wins += length & 1;
        moves += length;
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started;
    std::printf("%.0f %ld %ld\n", count / elapsed.count(), wins, moves);
}
