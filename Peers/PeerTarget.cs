using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;
using SfPerf.LoadGenerator.Verification;
using SfPerf.LoadGenerator.Workloads;
using SfPerf.Peers.Etcd;
using SfPerf.Peers.PostgreSql;
using SfPerf.Peers.Redis;
using SfPerf.Workload;

namespace SfPerf.Peers;

/// <summary>Reads and writes a peer with the keys, values and checks of a dictionary of one partition.</summary>
public class PeerTarget : ILoadTarget
{
    private static readonly (long Low, long High)[] OneRange = [(long.MinValue, long.MaxValue)];
    private readonly PeerOptions _options;
    private readonly IPeerStore _store;
    private long[] _keys = [];
    private WriteLedger? _ledger;

    private protected PeerTarget(PeerOptions options, IPeerStore store) => (_options, _store) = (options, store);

    /// <summary>Gets what the peer said of itself; null before it was prepared.</summary>
    public PeerFacts? Facts { get; private set; }

    /// <summary>Gets what checks scans; null without verification or scans.</summary>
    private protected ScanLedger? Scans { get; private set; }

    private WriteLedger Ledger => _ledger ?? throw new InvalidOperationException("The target is not prepared.");

    /// <summary>Makes the target; nothing is connected before <see cref="PrepareAsync"/>.</summary>
    /// <returns>An <see cref="IScanTarget"/> where the peer <see cref="PeerKinds.CanScan"/>.</returns>
    public static PeerTarget Create(PeerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.Kind switch
        {
            PeerKind.Redis => new PeerTarget(options, new RedisStore(options)),
            PeerKind.PostgreSql => new PeerScanTarget(options, new PostgreSqlStore(options)),
            _ => new PeerScanTarget(options, new EtcdStore(options)),
        };
    }

    /// <inheritdoc/>
    /// <exception cref="PeerException">The peer cannot be measured.</exception>
    public async Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(specification);
        _keys = KeySpread.Choose(specification.Items, OneRange, specification.Seed, _options.Generator);
        _ledger = new WriteLedger(specification, Guid.NewGuid());
        Scans = _options.VerifyReads && specification.ScanRowsMax > 0
            ? new ScanLedger(_ledger, _keys, OneRange) : null;
        Facts = await _store.OpenAsync(token).ConfigureAwait(false);
        return new TargetPreparation([0]);
    }

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask WriteAsync(int item, long sequence, CancellationToken token)
    {
        var write = Ledger.BeginWrite(item, sequence);
        try
        {
            await _store.SetAsync(_keys[item], write.Payload, token).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            Ledger.Fail(write);
            if (PeerFailure.Named(e) is { } named)
                throw named;
            throw;
        }

        Ledger.Acknowledge(write);
    }

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask ReadAsync(int item, CancellationToken token)
    {
        var floor = Ledger.BeginRead(item);
        byte[]? value;
        try
        {
            value = await _store.GetAsync(_keys[item], token).ConfigureAwait(false);
        }
        catch (Exception e) when (PeerFailure.Named(e) is { } named)
        {
            throw named;
        }

        if (_options.VerifyReads)
            Ledger.Check(item, floor, value);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return _store.DisposeAsync();
    }

    private protected long KeyOf(int item) => _keys[item];
}
