using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>A state that keeps every record it applied: the history itself.</summary>
internal sealed class TestState : IReplicatedState
{
    private readonly Lock _gate = new();
    private readonly SortedDictionary<long, string> _records = [];
    private readonly List<(long Lsn, TaskCompletionSource Reached)> _waits = [];
    private long _last;

    internal int Restores { get; private set; }

    /// <summary>Runs before a record is applied; a test throws or blocks in it.</summary>
    internal Action<long>? Applying { get; set; }

    /// <summary>Runs before the state is restored from a checkpoint.</summary>
    internal Func<Task>? Restoring { get; set; }

    public bool RunsServiceCode => Applying is not null;

    /// <summary>Runs before a checkpoint is captured.</summary>
    internal Action? Capturing { get; set; }

    /// <summary>Runs before a captured checkpoint is written.</summary>
    internal Func<Task>? WritingCheckpoint { get; set; }

    internal string this[long lsn]
    {
        get
        {
            lock (_gate)
                return _records[lsn];
        }
    }

    internal string[] Records
    {
        get
        {
            lock (_gate)
                return [.. _records.Values];
        }
    }

    internal Task ReachedAsync(long lsn)
    {
        lock (_gate)
        {
            if (_last >= lsn)
                return Task.CompletedTask;
            var wait = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _waits.Add((lsn, wait));
            return wait.Task;
        }
    }

    public void Apply(long lsn, ReadOnlyMemory<byte> record, ReplicationOperation? operation)
    {
        Applying?.Invoke(lsn);
        lock (_gate)
        {
            if (lsn <= _last)
                throw new InvalidOperationException($"LSN {lsn} applied after {_last}.");
            _records.Add(lsn, System.Text.Encoding.UTF8.GetString(record.Span));
            Reach(lsn);
        }
    }

    public ICheckpointSource CaptureCheckpoint()
    {
        Capturing?.Invoke();
        lock (_gate)
            return new Source(new SortedDictionary<long, string>(_records), WritingCheckpoint);
    }

    /// <summary>Gets the number of checkpoints that left something to the log.</summary>
    internal int Parts { get; private set; }

    public long WholeLsn { get; set; }

    public ICheckpointSource CaptureUnchanged(long sinceLsn)
    {
        Capturing?.Invoke();
        lock (_gate)
        {
            Parts++;
            return new Source(
                new SortedDictionary<long, string>(_records.Where(r => r.Key <= sinceLsn).ToDictionary()),
                WritingCheckpoint, _last, Math.Max(1, _records.Count));
        }
    }

    public async Task RestoreAsync(Stream checkpoint, CancellationToken cancellationToken)
    {
        await (Restoring?.Invoke() ?? Task.CompletedTask);
        using var copy = new MemoryStream();
        await checkpoint.CopyToAsync(copy, cancellationToken);
        copy.Position = 0;
        using var reader = new BinaryReader(copy);
        lock (_gate)
        {
            Restores++;
            _records.Clear();
            WholeLsn = reader.ReadInt64();
            for (var left = reader.ReadInt32(); left > 0; left--)
            {
                var lsn = reader.ReadInt64();
                _records.Add(lsn, reader.ReadString());
                Reach(lsn);
            }
        }
    }

    public void Reset()
    {
        lock (_gate)
        {
            _records.Clear();
            WholeLsn = 0;
            _last = 0;
        }
    }

    private void Reach(long lsn)
    {
        _last = lsn;
        _waits.RemoveAll(w => w.Lsn <= lsn && w.Reached.TrySetResult());
    }

    private sealed class Source(
        SortedDictionary<long, string> records, Func<Task>? writing, long wholeLsn = 0, int ofCount = 0)
        : ICheckpointSource
    {
        public double Part => ofCount == 0 ? 1 : (double)records.Count / ofCount;

        public async Task WriteAsync(Stream stream, CancellationToken cancellationToken)
        {
            await (writing?.Invoke() ?? Task.CompletedTask);
            using var copy = new MemoryStream();
            using var writer = new BinaryWriter(copy);
            writer.Write(wholeLsn);
            writer.Write(records.Count);
            foreach (var (lsn, record) in records)
            {
                writer.Write(lsn);
                writer.Write(record);
            }
            writer.Flush();
            copy.Position = 0;
            await copy.CopyToAsync(stream, cancellationToken);
        }

        public void Dispose()
        {
        }
    }
}
