using System;
using System.Diagnostics.CodeAnalysis;
using System.Fabric;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Reading;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// A primary's way to one secondary: connects, brings it up, sends what is appended, and begins anew when the
/// connection is lost.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "The source has no timer and no handle; the collector suffices.")]
internal sealed class SecondaryLink(
    Replicator owner, ReplicationHost host, SecondaryProgress progress, string address)
{
    private static readonly TimeSpan RetryFirst = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan RetryLast = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(5);
    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource _caughtUp = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly byte[] _head = new byte[Frames.RecordHeadBytes];
    private Exception? _lastError;
    private bool _wasLive;                              // the loop's own

    internal long ReplicaId => progress.ReplicaId;

    internal string Address => address;

    /// <summary>Gets what the core knows of the secondary. Guarded by the replicator's gate.</summary>
    internal SecondaryProgress Progress => progress;

    /// <summary>Gets or sets the connection that counts. Guarded by the replicator's gate.</summary>
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
        Session?.Close("the primary let go of this replica");
        _caughtUp.TrySetException(
            new FabricNotPrimaryException($"Replica {ReplicaId} was let go before it had caught up."));
        _ = _caughtUp.Task.Exception;
    }

    /// <summary>
    /// Queues a record; a secondary that does not keep up is dropped and caught up from the log later.
    /// </summary>
    internal void Queue(ReadOnlySpan<byte> head, ReadOnlySpan<byte> payload)
    {
        if (Session is { } session && !session.TryQueue(head, payload))
            session.Close("the secondary does not keep up");
    }

    internal void Send(ReadOnlySpan<byte> frame) => Session?.Send(frame);

    internal void Flush() => Session?.Flush();

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

    private async Task ServeAsync()
    {
        var session = new LinkSession(owner, this);
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
        timeout.CancelAfter(ConnectTimeout);
        using var connection = await Connection.ConnectAsync(
            await ResolveAsync(timeout.Token).ConfigureAwait(false), host.ConnectionOptions, session, timeout.Token)
            .ConfigureAwait(false);
        session.Connection = connection;
        var epoch = owner.Begin(this, session);
        try
        {
            connection.TrySend(Frames.Hello(owner.PartitionId, ReplicaId, owner.ReplicaId, epoch));
            var welcome = await session.Welcomed.WaitAsync(timeout.Token).ConfigureAwait(false);
            var decision = owner.CatchUp(this, session, welcome);
            connection.TrySend(Frames.Start(decision));
            if (decision.Mode == CatchUpMode.Full)
                await CopyAsync(session).ConfigureAwait(false);
            else
            {
                using var suffix = owner.OpenSuffix(decision.KeepLsn + 1);
                await SendSuffixAsync(session, suffix).ConfigureAwait(false);
            }
            LastError = null;
            _wasLive = true;
            await connection.Ended.WaitAsync(_stop.Token).ConfigureAwait(false);
            throw connection.CloseReason!;
        }
        finally
        {
            connection.Close("the primary let go of this replica");
            owner.OnLinkDown(this, session);
        }
    }

    private async Task<IPEndPoint> ResolveAsync(CancellationToken cancellationToken)
    {
        if (IPEndPoint.TryParse(address, out var endPoint))
            return endPoint;
        var colon = address.LastIndexOf(':');
        if (colon < 0 || !ushort.TryParse(address.AsSpan(colon + 1), out var port))
            throw new ArgumentException($"'{address}' is no replicator address (host:port).");
        var found = await Dns.GetHostAddressesAsync(address[..colon], cancellationToken).ConfigureAwait(false);
        return new IPEndPoint(found[0], port);
    }

    private async Task CopyAsync(LinkSession session)
    {
        var (file, history, suffix) = await owner.OpenCopyAsync(_stop.Token).ConfigureAwait(false);
        using var _ = suffix;
        await using (file.ConfigureAwait(false))
        {
            await session.SendAsync(Frames.CopyBegin(history), default, _stop.Token).ConfigureAwait(false);
            var block = new byte[Frames.CopyBlockBytes];
            var head = new[] { (byte)FrameType.CopyBlock };
            while (await owner.ReadCopyAsync(file, block, _stop.Token).ConfigureAwait(false) is > 0 and var length)
                await session.SendAsync(head, block.AsMemory(0, length), _stop.Token).ConfigureAwait(false);
            await session.SendAsync(new[] { (byte)FrameType.CopyEnd }, default, _stop.Token).ConfigureAwait(false);
        }
        await SendSuffixAsync(session, suffix).ConfigureAwait(false);
    }

    private async Task SendSuffixAsync(LinkSession session, LogReader reader)
    {
        var sent = reader.NextLsn - 1;
        while (true)
        {
            while (reader.TryRead(out var record))
            {
                Frames.RecordHead(_head, record, record.CommittedLsn);
                await session.SendAsync(_head, record.Payload, _stop.Token).ConfigureAwait(false);
                sent = record.Lsn;
            }
            var queued = sent;
            if (owner.TryGoLive(this, session, ref queued))
                return;
            // The queue may have been full half way: what is queued is sent, and the reader goes on behind it.
            sent = queued;
            reader.SkipTo(sent + 1);
            Frames.Number(_head, FrameType.Commit, 0);
            await session.SendAsync(_head.AsMemory(0, 9), default, _stop.Token).ConfigureAwait(false);
        }
    }
}
