# Prints pictures of pages through a printer's queue, as its driver draws them. Standard input holds each page as three whole
# numbers of 4 bytes, low byte first, and a PNG: the sheet's width and height in hundredths of an inch, the length of the PNG.
# By what .NET has for that (System.Drawing): nothing is compiled for a job. Written from its documentation; it has not been
# run on Windows yet.
param(
    [Parameter(Mandatory = $true)][string]$Queue,
    [int]$Copies = 1
)
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Drawing

$stdin = [Console]::OpenStandardInput()
$buffer = New-Object System.IO.MemoryStream
$stdin.CopyTo($buffer)
$buffer.Position = 0
$reader = New-Object System.IO.BinaryReader $buffer
$pages = New-Object System.Collections.ArrayList
while ($buffer.Position -lt $buffer.Length) {
    $width = $reader.ReadInt32()
    $height = $reader.ReadInt32()
    $bytes = $reader.ReadBytes($reader.ReadInt32())
    # A picture reads from its stream as long as it is used.
    $picture = [System.Drawing.Image]::FromStream((New-Object System.IO.MemoryStream (, $bytes)))
    [void]$pages.Add(@{ Width = $width; Height = $height; Picture = $picture })
}
if ($pages.Count -eq 0) { throw 'there is no page' }

$document = New-Object System.Drawing.Printing.PrintDocument
$document.DocumentName = 'edgeward'
# The usual controller shows a window that says which page is printed.
$document.PrintController = New-Object System.Drawing.Printing.StandardPrintController
$document.PrinterSettings.PrinterName = $Queue
if (-not $document.PrinterSettings.IsValid) { throw 'there is no such queue' }
# No patient's page on the back of another's.
$document.PrinterSettings.Duplex = [System.Drawing.Printing.Duplex]::Simplex
$sheet = $pages[0]
$known = $document.PrinterSettings.PaperSizes |
    Where-Object { [Math]::Abs($_.Width - $sheet.Width) -le 4 -and [Math]::Abs($_.Height - $sheet.Height) -le 4 } |
    Select-Object -First 1
if ($null -eq $known) {
    $known = New-Object System.Drawing.Printing.PaperSize 'edgeward', $sheet.Width, $sheet.Height
}
$document.DefaultPageSettings.PaperSize = $known
$document.DefaultPageSettings.Landscape = $false

$script:next = 0
$script:fault = $null
$document.add_PrintPage({
    param($source, $page)
    try {
        $drawn = $pages[$script:next % $pages.Count]
        # Drawing begins where the printer can print, which is a little inside of the sheet.
        $left = -$page.PageSettings.HardMarginX
        $top = -$page.PageSettings.HardMarginY
        $page.Graphics.PageUnit = [System.Drawing.GraphicsUnit]::Display
        $page.Graphics.DrawImage($drawn.Picture, [single]$left, [single]$top, [single]$drawn.Width, [single]$drawn.Height)
        $script:next += 1
        $page.HasMorePages = $script:next -lt ($pages.Count * $Copies)
    } catch {
        # A part of a document is none.
        $script:fault = $_
        $page.Cancel = $true
    }
})
$document.Print()
if ($null -ne $script:fault) { throw $script:fault }
