using System.Runtime.InteropServices;

namespace SfPerf.EndToEnd.Tests;

internal static partial class Signal
{
    private const int SigInt = 2;

    internal static void Interrupt(int processId) => _ = Kill(processId, SigInt);

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int processId, int signal);
}
