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

namespace SfPerf.Peers;

/// <summary>Reads and writes a peer with the keys, values and checks of a dictionary of one partition.</summary>
public sealed class PeerTarget : ILoadTarget
{
    private readonly PeerOptions _options;
    private readonly IPeerStore _store;
    private long[] _keys = [];
    private WriteLedger? _ledger;

    /// <summary>Makes the target; nothing is connected before <see cref="PrepareAsync"/>.</summary>
    public PeerTarget(PeerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _options = options;
        _store = options.Kind switch
        {
            PeerKind.Redis => new RedisStore(options),
            PeerKind.PostgreSql => new PostgreSqlStore(options),
            _ => new EtcdStore(options),
        };
    }

    /// <summary>Gets what the peer said of itself; null before it was prepared.</summary>
    public PeerFacts? Facts { get; private set; }

    private WriteLedger Ledger => _ledger ?? throw new InvalidOperationException("The target is not prepared.");

    /// <inheritdoc/>
    /// <exception cref="PeerException">The peer cannot be measured.</exception>
    public async Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(specification);
        _keys = KeySpread.Choose(
            specification.Items, [(long.MinValue, long.MaxValue)], specification.Seed, _options.Generator);
        _ledger = new WriteLedger(specification, Guid.NewGuid());
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
        catch
        {
            Ledger.Fail(write);
            throw;
        }

        Ledger.Acknowledge(write);
    }

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask ReadAsync(int item, CancellationToken token)
    {
        var floor = Ledger.BeginRead(item);
        var value = await _store.GetAsync(_keys[item], token).ConfigureAwait(false);
        if (_options.VerifyReads)
            Ledger.Check(item, floor, value);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _store.DisposeAsync();
}
