<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>QMessageBox</name>
    <message>
        <source>Show Details...</source>
        <translation>Show &amp;Details…</translation>
    </message>
    <message>
        <source>Hide Details...</source>
        <translation>Hide &amp;Details…</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>&amp;OK</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>&amp;Save</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>&amp;Don&apos;t save</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>C&amp;lose</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>&amp;Cancel</translation>
    </message>
    <message>
        <source>Restore Defaults</source>
        <translation>&amp;Restore Defaults</translation>
    </message>
</context>
</TS>
