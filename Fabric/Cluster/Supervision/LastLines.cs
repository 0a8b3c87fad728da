using System;
using System.Collections.Generic;
using System.Threading;

namespace SfPerf.Fabric.Cluster.Supervision;

/// <summary>Keeps the last lines that a process wrote: its last words, should it end. Any thread.</summary>
internal sealed class LastLines
{
    private const int LinesMax = 40;
    private const int ColumnsMax = 400;
    private readonly Lock _gate = new();
    private readonly Queue<string> _lines = []; // guarded by _gate

    internal void Add(string line)
    {
        lock (_gate)
        {
            if (_lines.Count == LinesMax)
                _ = _lines.Dequeue();
            _lines.Enqueue(line.Length > ColumnsMax ? line[..ColumnsMax] : line);
        }
    }

    public override string ToString()
    {
        lock (_gate)
            return string.Join(Environment.NewLine, _lines);
    }
}
