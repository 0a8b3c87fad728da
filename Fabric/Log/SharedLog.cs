using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.GroupCommit;
using SfPerf.Fabric.Log.Storage;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log;

/// <summary>
/// The one log of a process, shared by all its replicas: one flush serves them all. A group is whatever arrived while
/// the previous one was being flushed, or a little longer where several streams are busy: <see cref="GroupPace"/>.
/// </summary>
public sealed partial class SharedLog : IAsyncDisposable
{
    private const long GatheredBytesMax = 64 << 20;
    private readonly object _gate = new();
    private readonly ILogStorage _storage;
    private readonly LogOptions _options;
    private readonly LogChunkPool _pool = new();
    private readonly GroupPace _pace;                               // guarded by _gate
    private readonly Dictionary<long, LogStream> _streams = [];    // guarded by _gate
    private readonly TaskCompletionSource _writerEnded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _nextStreamId = 1;                                 // guarded by _gate
    private LogFaultedException? _fault;                            // guarded by _gate
    private bool _stopping;                                         // guarded by _gate
    private LogMark? _mark;                                         // set while the log is opened

    private SharedLog(ILogStorage storage, LogOptions options)
    {
        (_storage, _options) = (storage, options);
        _gathering = new CommitGroup(_pool);
        _idle = new CommitGroup(_pool);
        _pace = new GroupPace(FineSleep.IsSupported ? options.GroupSpacing : TimeSpan.Zero, options.Time);
        _segmentBytes = options.SegmentBytes;
    }

    /// <summary>Gets the streams that the log holds records of, or that were created since it was opened.</summary>
    public IReadOnlyList<LogStream> Streams
    {
        get
        {
            lock (_gate)
                return [.. _streams.Values];
        }
    }

    /// <summary>Gets how many bytes are gathered and not yet handed to a flush.</summary>
    public long GatheredBytes
    {
        get
        {
            lock (_gate)
                return _gathering.Bytes;
        }
    }

    /// <summary>Gets the identity of the log, made with it; another folder holds another log.</summary>
    public Guid Id => _mark!.LogId;

    /// <summary>Gets how many groups were flushed since the log was opened.</summary>
    public long FlushCount { get; private set; }

    /// <summary>Gets whether several busy streams share the log now, so that groups keep a distance. Any thread.
    /// </summary>
    public bool IsShared => _pace.IsShared;

    /// <summary>Opens the log, recovers the longest valid prefix and starts its thread.</summary>
    /// <param name="storage">Owned by the log from here on, also when this method fails.</param>
    /// <param name="options">How it works. An existing log keeps its segment length.</param>
    /// <exception cref="LogCorruptedException">A record that had been durable is broken; nothing is
    /// skipped.</exception>
    public static SharedLog Open(ILogStorage storage, LogOptions options)
    {
        ArgumentNullException.ThrowIfNull(storage);
        ArgumentNullException.ThrowIfNull(options);
        var log = new SharedLog(storage, options);
        try
        {
            log.Recover();
        }
        catch
        {
            log.CloseFiles();
            throw;
        }
        new Thread(log.WriteGroups) { IsBackground = true, Name = "log" }.UnsafeStart();
        log.RequestJanitor();
        return log;
    }

    /// <summary>Starts a stream of its own number whose first record will have this LSN.</summary>
    /// <param name="firstLsn">1, or one above the checkpoint that the stream continues.</param>
    /// <param name="idAbove">The number will be higher than this: the highest one that the owner remembers.</param>
    public LogStream CreateStream(long firstLsn, long idAbove)
    {
        lock (_gate)
        {
            _nextStreamId = Math.Max(_nextStreamId, idAbove + 1);
            var stream = new LogStream(this, _nextStreamId++, firstLsn);
            _streams.Add(stream.Id, stream);
            return stream;
        }
    }

    /// <summary>Finds a stream by number; null when the log holds no record of it.</summary>
    public LogStream? FindStream(long id)
    {
        lock (_gate)
            return _streams.GetValueOrDefault(id);
    }

    /// <summary>Sets who is notified of a stream's flushes; null for nobody. Call it before the first append.</summary>
    public void SetOwner(LogStream stream, ILogStreamOwner? owner)
    {
        ArgumentNullException.ThrowIfNull(stream);
        lock (_gate)
            stream.Owner = owner;
    }

    /// <summary>Forgets a stream: none of its records is needed any more.</summary>
    public void DropStream(LogStream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        lock (_gate)
        {
            stream.Owner = null;
            _streams.Remove(stream.Id);
            FreeSegments();
        }
    }

    /// <summary>Ends once everything appended before the call is durable.</summary>
    /// <exception cref="LogFaultedException">The log failed before that.</exception>
    /// <exception cref="ObjectDisposedException">The log was closed before the call.</exception>
    public Task FlushAsync()
    {
        lock (_gate)
        {
            if (_fault is not null)
                return Task.FromException(_fault);
            if (_stopping)
                return Task.FromException(new ObjectDisposedException(nameof(SharedLog)));
            _gathering.Barrier ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            WakeWriter();
            return _gathering.Barrier.Task;
        }
    }

    /// <summary>Flushes what was appended, stops the thread and closes the files.</summary>
    public async ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            _stopping = true;
            Monitor.PulseAll(_gate);
        }
        await _writerEnded.Task.ConfigureAwait(false);
        await JanitorEndedAsync().ConfigureAwait(false);
        SaveMarkAtClose();
        CloseFiles();
    }

    /// <summary>
    /// Blocks while more is gathered than a flush can soon take: back-pressure for threads of their own.
    /// </summary>
    public void WaitForRoom()
    {
        if (Volatile.Read(ref _gatheredBytes) < GatheredBytesMax)
            return;
        lock (_gate)
        {
            while (_gathering.Bytes >= GatheredBytesMax && _fault is null && !_stopping)
            {
                // The appends may have left the flush to a caller that now waits here.
                WakeWriter();
                Monitor.Wait(_gate);
            }
        }
    }

    internal T Guarded<T>(LogStream stream, Func<LogStream, T> read)
    {
        lock (_gate)
            return read(stream);
    }

    private void CloseFiles()
    {
        lock (_gate)
        {
            foreach (var file in _live.Values.Concat(_free).Concat(_toErase.Select(e => e.File)).ToArray())
                file.Dispose();
            _live.Clear();
            _free.Clear();
            _toErase.Clear();
        }
        _mark?.Dispose();
        _storage.Dispose();
    }
}
