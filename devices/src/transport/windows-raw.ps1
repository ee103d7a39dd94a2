# Puts standard input into a printer's queue untouched, by what .NET has for that (System.Printing): nothing is compiled for a
# job. Written from its documentation; it has not been run on Windows yet.
param(
    [Parameter(Mandatory = $true)][string]$Queue,
    [int]$Copies = 1
)
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Printing

$stdin = [Console]::OpenStandardInput()
$buffer = New-Object System.IO.MemoryStream
$stdin.CopyTo($buffer)
$bytes = $buffer.ToArray()

# A queue of another machine is named with it: \\server\queue.
if ($Queue -match '^(\\\\[^\\]+)\\(.+)$') {
    $server = New-Object System.Printing.PrintServer $Matches[1]
    $name = $Matches[2]
} else {
    $server = New-Object System.Printing.LocalPrintServer
    $name = $Queue
}
$printer = $server.GetPrintQueue($name)
for ($made = 0; $made -lt $Copies; $made += 1) {
    $job = $printer.AddJob('edgeward')
    try {
        $job.JobStream.Write($bytes, 0, $bytes.Length)
        $job.JobStream.Close()
    } catch {
        # A part of a slip is none.
        $job.Cancel()
        throw
    }
}
