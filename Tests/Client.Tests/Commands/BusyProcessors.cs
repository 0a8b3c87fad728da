using System;
using System.Collections.Generic;
using System.Diagnostics;

namespace SfPerf.Client.Tests.Commands;

/// <summary>Programs that take more than a tenth of the processors and have nothing to do with the measurement of
/// another process.</summary>
internal sealed class BusyProcessors : IDisposable
{
    private readonly List<Process> _processes = [];

    public BusyProcessors()
    {
        for (var i = 0; i <= Environment.ProcessorCount / 8; i++)
            _processes.Add(Process.Start("sh", ["-c", "while :; do :; done"]));
    }

    public void Dispose()
    {
        foreach (var process in _processes)
        {
            process.Kill();
            process.Dispose();
        }
    }
}
