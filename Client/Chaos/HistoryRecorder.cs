using System;
using System.IO;
using System.Text;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using SfPerf.Chaos.Histories;

namespace SfPerf.Client.Chaos;

/// <summary>Writes a history while it happens. Thread safe.</summary>
internal sealed class HistoryRecorder : IAsyncDisposable
{
    private readonly Channel<string> _lines =
        Channel.CreateUnbounded<string>(new UnboundedChannelOptions { SingleReader = true });

    private readonly TimeProvider _time;
    private readonly long _start;
    private readonly Task _writing;
    private readonly long[] _lastSuccess;
    private long _ids;
    private long _ok;
    private long _notOk;
    private int _faults;

    public HistoryRecorder(string path, HistoryHead head, TimeProvider time)
    {
        (_time, _start) = (time, time.GetTimestamp());
        _lastSuccess = new long[head.Partitions];
        var file = new StreamWriter(path, append: false, new UTF8Encoding(false));
        _lines.Writer.TryWrite(HistoryFormat.Line(head));
        _writing = WriteAsync(file);
    }

    /// <summary>Gets the acknowledged operations so far.</summary>
    public long Acknowledged => Volatile.Read(ref _ok);

    /// <summary>Gets the operations so far that were refused or whose outcome is unknown.</summary>
    public long NotAcknowledged => Volatile.Read(ref _notOk);

    /// <summary>Gets the faults injected so far.</summary>
    public int Faults => Volatile.Read(ref _faults);

    /// <summary>Gets the time since the beginning in nanoseconds.</summary>
    public long Now => (long)(_time.GetElapsedTime(_start).TotalSeconds * 1e9);

    /// <summary>Returns a number that no other operation has.</summary>
    public long NextId() => Interlocked.Increment(ref _ids);

    /// <summary>Returns the time since the last success in a partition.</summary>
    public TimeSpan SinceSuccess(int partition) =>
        TimeSpan.FromSeconds((Now - Volatile.Read(ref _lastSuccess[partition])) / 1e9);

    public void Add(Operation operation)
    {
        if (operation.IsOk)
        {
            Interlocked.Increment(ref _ok);
            Volatile.Write(ref _lastSuccess[operation.Partition], operation.End);
        }
        else
        {
            Interlocked.Increment(ref _notOk);
        }

        _lines.Writer.TryWrite(HistoryFormat.Line(operation));
    }

    public void Add(FaultRecord fault)
    {
        if (fault.Skipped is null)
            Interlocked.Increment(ref _faults);
        _lines.Writer.TryWrite(HistoryFormat.Line(fault));
    }

    /// <summary>Writes the last line.</summary>
    public void End(HistoryTail tail) => _lines.Writer.TryWrite(HistoryFormat.Line(tail));

    /// <summary>Ends when everything is written.</summary>
    /// <exception cref="IOException">The file could not be written.</exception>
    public async ValueTask DisposeAsync()
    {
        _lines.Writer.TryComplete();
        await _writing.ConfigureAwait(false);
    }

    private async Task WriteAsync(StreamWriter file)
    {
        await using (file.ConfigureAwait(false))
        {
            await foreach (var line in _lines.Reader.ReadAllAsync().ConfigureAwait(false))
                await file.WriteLineAsync(line).ConfigureAwait(false);
        }
    }
}
