# Puts standard input into a printer's queue untouched (data type RAW), by winspool.
# Written from the documentation of the Windows print spooler; it has not been run on Windows yet.
param([Parameter(Mandatory = $true)][string]$Queue)
$ErrorActionPreference = 'Stop'
Add-Type -TypeDefinition @'
using System;
using System.ComponentModel;
using System.Runtime.InteropServices;

public static class EdgewardRawQueue {
    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
    private struct DocInfo {
        public string Name;
        public string OutputFile;
        public string DataType;
    }

    [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
    private static extern bool OpenPrinterW(string name, out IntPtr printer, IntPtr defaults);
    [DllImport("winspool.drv", SetLastError = true)]
    private static extern bool ClosePrinter(IntPtr printer);
    [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
    private static extern int StartDocPrinterW(IntPtr printer, int level, ref DocInfo info);
    [DllImport("winspool.drv", SetLastError = true)]
    private static extern bool EndDocPrinter(IntPtr printer);
    [DllImport("winspool.drv", SetLastError = true)]
    private static extern bool StartPagePrinter(IntPtr printer);
    [DllImport("winspool.drv", SetLastError = true)]
    private static extern bool EndPagePrinter(IntPtr printer);
    [DllImport("winspool.drv", SetLastError = true)]
    private static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);

    private static void Check(bool ok) {
        if (!ok) throw new Win32Exception(Marshal.GetLastWin32Error());
    }

    public static void Send(string queue, byte[] bytes) {
        IntPtr printer;
        Check(OpenPrinterW(queue, out printer, IntPtr.Zero));
        try {
            var info = new DocInfo { Name = "edgeward", OutputFile = null, DataType = "RAW" };
            Check(StartDocPrinterW(printer, 1, ref info) != 0);
            Check(StartPagePrinter(printer));
            int written;
            Check(WritePrinter(printer, bytes, bytes.Length, out written));
            if (written != bytes.Length) throw new InvalidOperationException("the queue took a part only");
            Check(EndPagePrinter(printer));
            Check(EndDocPrinter(printer));
        } finally {
            ClosePrinter(printer);
        }
    }
}
'@
$stdin = [Console]::OpenStandardInput()
$buffer = New-Object System.IO.MemoryStream
$stdin.CopyTo($buffer)
[EdgewardRawQueue]::Send($Queue, $buffer.ToArray())
