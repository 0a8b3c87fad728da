using System;
using System.Diagnostics.CodeAnalysis;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Reading;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Links;
using SfPerf.Fabric.Replication.Wire;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// A primary's way to one secondary: opens a channel on the link to its host, brings it up, sends what is appended, and
/// begins anew when the channel is lost. A full copy goes on a connection of its own.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "The source has no timer and no handle; the collector suffices.")]
internal sealed class SecondaryLink(
    Replicator owner, ReplicationHost host, SecondaryProgress progress, string address)
{
    private const string LetGo = "the primary let go of this replica";

    // What a secondary that is caught up may have under way, beside the live records of other partitions.
    private const long SuffixBytes = 1 << 20;
    private static readonly TimeSpan RetryFirst = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan RetryLast = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(5);
    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource _caughtUp = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly byte[] _head = new byte[Frames.RecordHeadBytes];
    private Exception? _lastError;
    private bool _wasLive;                              // the loop's own
    private LogReader? _behindCopy;                     // the loop's own: what follows a copy stays in the log

    internal long ReplicaId => progress.ReplicaId;

    internal string Address => address;

    /// <summary>Gets what the core knows of the secondary. Guarded by the replicator's gate.</summary>
    internal SecondaryProgress Progress => progress;

    /// <summary>Gets or sets the session that counts. Guarded by the replicator's gate.</summary>
    internal LinkSession? Session { get; set; }

    internal bool IsStopped => _stop.IsCancellationRequested;

    /// <summary>Gets why the last attempt ended; null while one goes well.</summary>
    internal Exception? LastError
    {
        get => Volatile.Read(ref _lastError);
        private set => Volatile.Write(ref _lastError, value);
    }

    internal Task CaughtUp => _caughtUp.Task;

    internal Task Ended { get; private set; } = Task.CompletedTask;

    internal void Start() => Ended = Task.Run(RunAsync);

    internal void Stop()
    {
        progress.IsLive = false;
        _ = _stop.CancelAsync();
        Session?.Close(LetGo);
        _caughtUp.TrySetException(
            new FabricNotPrimaryException($"Replica {ReplicaId} was let go before it had caught up."));
        _ = _caughtUp.Task.Exception;
    }

    /// <summary>
    /// Queues a record; a secondary that does not keep up is dropped and caught up from the log later.
    /// </summary>
    internal void Queue(Span<byte> head, ReadOnlySpan<byte> payload, long lsn)
    {
        if (Session is { } session && !session.TryQueue(head, payload, lsn))
            session.Close("the secondary does not keep up");
    }

    internal void NoteCaughtUp()
    {
        if (progress.HasCaughtUp && !_caughtUp.Task.IsCompleted)
            _caughtUp.TrySetResult();
    }

    private async Task RunAsync()
    {
        var wait = RetryFirst;
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                _wasLive = false;
                await ServeAsync().ConfigureAwait(false);
            }
            catch (Exception e)
            {
                // Every error is kept in LastError and tried again, whatever it is: a secondary without a link never
                // catches up.
                LastError = e;
                if (_wasLive)
                    wait = RetryFirst;
            }
            try
            {
                await Task.Delay(wait, host.Options.Time, _stop.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                return;
            }
            wait = wait * 2 < RetryLast ? wait * 2 : RetryLast;
        }
    }

    // Ends by an exception only.
    private async Task ServeAsync()
    {
        try
        {
            while (true)
            {
                await ServeOnSharedLinkAsync().ConfigureAwait(false);
                await CopyOnOwnLinkAsync().ConfigureAwait(false);
            }
        }
        finally
        {
            _behindCopy?.Dispose();
            _behindCopy = null;
        }
    }

    // Returns when a full copy is needed.
    private async Task ServeOnSharedLinkAsync()
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
        timeout.CancelAfter(ConnectTimeout);
        var shared = host.Links.Take(address);
        var session = new LinkSession(owner, this);
        try
        {
            var hostLink = await shared.Link.WaitAsync(timeout.Token).ConfigureAwait(false);
            var decision = await MeetAsync(session, hostLink, timeout.Token).ConfigureAwait(false);
            if (decision.Mode == CatchUpMode.Full)
                return;
            await BringUpAsync(session, hostLink, decision).ConfigureAwait(false);
            LastError = null;
            _wasLive = true;
            await session.Ended.WaitAsync(_stop.Token).ConfigureAwait(false);
            throw session.CloseReason!;
        }
        finally
        {
            session.Close(LetGo);
            owner.OnLinkDown(this, session);
            host.Links.Release(shared);
        }
    }

    private async Task<CatchUpDecision> MeetAsync(
        LinkSession session, HostLink hostLink, CancellationToken cancellationToken)
    {
        var heard = hostLink.FramesReceived;
        session.Open(hostLink, owner.Begin(this, session));
        try
        {
            var welcome = await session.Welcomed.WaitAsync(cancellationToken).ConfigureAwait(false);
            return owner.CatchUp(this, session, welcome);
        }
        catch (OperationCanceledException) when (!IsStopped && hostLink.FramesReceived == heard)
        {
            // Not this replica alone is silent: another try needs another connection.
            hostLink.Close("the other host does not answer");
            throw;
        }
    }

    private async Task BringUpAsync(LinkSession session, HostLink hostLink, CatchUpDecision decision)
    {
        using var suffix = owner.OpenSuffix(decision.KeepLsn + 1);
        _behindCopy?.Dispose();
        _behindCopy = null;
        await hostLink.Suffixes.WaitAsync(_stop.Token).ConfigureAwait(false);
        try
        {
            session.Send(Frames.Start(session.Channel, decision));
            while (true)
            {
                var queued = await SendReadAsync(session, suffix).ConfigureAwait(false);
                if (owner.TryGoLive(this, session, ref queued))
                    return;
                // The queue may have been full half way: what is queued is sent, and the reader goes on behind it.
                suffix.SkipTo(queued + 1);
                Frames.Number(_head, FrameType.Commit, session.Channel, 0);
                await session.SendAsync(_head.AsMemory(0, Frames.NumberBytes), default, _stop.Token)
                    .ConfigureAwait(false);
            }
        }
        finally
        {
            hostLink.Suffixes.Release();
        }
    }

    // A copy takes long, and its secondary stands still meanwhile: the other partitions must not wait for that. What
    // it leaves behind is brought up on the shared link.
    private async Task CopyOnOwnLinkAsync()
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
        timeout.CancelAfter(ConnectTimeout);
        var hostLink = await host.Links.ConnectAsync(address, timeout.Token).ConfigureAwait(false);
        var session = new LinkSession(owner, this);
        try
        {
            var decision = await MeetAsync(session, hostLink, timeout.Token).ConfigureAwait(false);
            if (decision.Mode == CatchUpMode.Full)
                await CopyAsync(session, decision).ConfigureAwait(false);
        }
        finally
        {
            session.Close(LetGo);
            hostLink.Close(LetGo);
            owner.OnLinkDown(this, session);
        }
    }

    private async Task CopyAsync(LinkSession session, CatchUpDecision decision)
    {
        session.Send(Frames.Start(session.Channel, decision));
        var (file, history, suffix) = await owner.OpenCopyAsync(_stop.Token).ConfigureAwait(false);
        _behindCopy?.Dispose();
        _behindCopy = suffix;
        await using (file.ConfigureAwait(false))
        {
            await session.SendAsync(Frames.CopyBegin(session.Channel, history), default, _stop.Token)
                .ConfigureAwait(false);
            var block = new byte[Frames.CopyBlockBytes];
            var head = Frames.Bare(FrameType.CopyBlock, session.Channel);
            while (await owner.ReadCopyAsync(file, block, _stop.Token).ConfigureAwait(false) is > 0 and var length)
                await session.SendAsync(head, block.AsMemory(0, length), _stop.Token).ConfigureAwait(false);
            await session.SendAsync(Frames.Bare(FrameType.CopyEnd, session.Channel), default, _stop.Token)
                .ConfigureAwait(false);
        }
        var sent = await SendReadAsync(session, suffix).ConfigureAwait(false);
        await session.Window.ReachedAsync(sent, _stop.Token).ConfigureAwait(false);
    }

    // Sends what the reader gives; returns the last LSN sent, or that before the reader's first.
    private async Task<long> SendReadAsync(LinkSession session, LogReader reader)
    {
        var sent = reader.NextLsn - 1;
        while (reader.TryRead(out var record))
        {
            await session.Window.RoomAsync(SuffixBytes, _stop.Token).ConfigureAwait(false);
            Frames.RecordHead(_head, record, record.CommittedLsn);
            Frames.Address(_head, session.Channel);
            session.Window.Sent(record.Lsn, _head.Length + record.Payload.Length);
            await session.SendAsync(_head, record.Payload, _stop.Token).ConfigureAwait(false);
            sent = record.Lsn;
        }
        return sent;
    }
}
