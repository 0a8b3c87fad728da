using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Runtime;

/// <summary>What was called, in order; a test awaits an entry instead of sleeping.</summary>
internal sealed class Trace
{
    private readonly Lock _gate = new();
    private readonly List<string> _entries = [];
    private readonly List<(string Entry, TaskCompletionSource Seen)> _awaited = [];

    internal string Text
    {
        get
        {
            lock (_gate)
                return string.Join(" ", _entries);
        }
    }

    internal void Add(string entry)
    {
        lock (_gate)
        {
            _entries.Add(entry);
            foreach (var (_, seen) in _awaited.Where(a => a.Entry == entry))
                seen.TrySetResult();
        }
    }

    internal void Clear()
    {
        lock (_gate)
            _entries.Clear();
    }

    internal Task ReachedAsync(string entry)
    {
        lock (_gate)
        {
            if (_entries.Contains(entry))
                return Task.CompletedTask;
            var seen = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _awaited.Add((entry, seen));
            return seen.Task.WaitAsync(TimeSpan.FromSeconds(60), TimeProvider.System);
        }
    }
}
