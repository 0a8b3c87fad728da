using System;
using System.IO;
using System.Threading;

/// <summary>
/// Loaded by the runtime into every process that names it in DOTNET_STARTUP_HOOKS: keeps what the process has allocated
/// so far in a file of its own, so that a test knows it even of a process that was killed.
/// </summary>
internal static class StartupHook
{
    private const int SampleMilliseconds = 20;

    /// <summary>Called by the runtime, before the program's own Main.</summary>
    public static void Initialize()
    {
        if (Environment.GetEnvironmentVariable("SFPERF_ALLOCATION_FOLDER") is { } folder)
            new Thread(() => Sample(folder)) { IsBackground = true, Name = "allocation meter" }.Start();
    }

    private static void Sample(string folder)
    {
        var program = Path.GetFileNameWithoutExtension(Environment.GetCommandLineArgs()[0]);
        var path = Path.Combine(folder, $"{program}_{Environment.ProcessId}");
        using var file = File.OpenHandle(path, FileMode.Create, FileAccess.Write, FileShare.Read);
        using var never = new ManualResetEvent(initialState: false);
        var bytes = new byte[sizeof(long)];
        do
        {
            BitConverter.TryWriteBytes(bytes, GC.GetTotalAllocatedBytes());
            RandomAccess.Write(file, bytes, 0);
        }
        while (!never.WaitOne(SampleMilliseconds));
    }
}
