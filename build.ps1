# Builds the packaged program into dist\Buwei, after setting up what building needs. Wants Python 3.11 from python.org (3.11.9 is the last with an installer).
$ErrorActionPreference = "Stop"
Set-Location $PSScriptRoot
if (-not (Test-Path .venv)) { py -3.11 -m venv .venv; if ($LASTEXITCODE) { exit 1 } }
.venv\Scripts\python -m pip install --quiet -r requirements.txt -r requirements-build.txt
if ($LASTEXITCODE) { exit 1 }
.venv\Scripts\python -m PyInstaller --noconfirm --log-level WARN build.spec
exit $LASTEXITCODE
