using System;
using System.Collections.Generic;
using System.Globalization;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;

namespace SfPerf.Peers.Etcd;

/// <summary>Keys in an etcd cluster: Put, and a linearizable Range, sent to the leader; when that is lost, to the next
/// one that the members elect.</summary>
internal sealed class EtcdStore(PeerOptions options) : IScanStore
{
    private static readonly TimeSpan SearchPause = TimeSpan.FromMilliseconds(100);
    private const string RangeMethod = "/etcdserverpb.KV/Range";
    private readonly SemaphoreSlim _search = new(1);
    private readonly List<GrpcChannel> _lost = [];
    private volatile GrpcChannel? _channel;
    private long _searched;

    private GrpcChannel Channel => _channel ?? throw new InvalidOperationException("The store is not open.");

    public async Task<PeerFacts> OpenAsync(CancellationToken token)
    {
        if (options.Durability == DurabilityDemand.Primary)
        {
            throw new PeerException("etcd acknowledges no write before a majority has it: Durability=Primary is not "
                + "to be had; allowed: Fsync, Configured.");
        }

        var (_, leader) = await MemberSearch.FindAsync(
            options.Endpoints, e => EtcdServer.ConnectAsync(e, token)).ConfigureAwait(false);
        _channel = leader.Channel;
        // The raft log is flushed before a member acknowledges; that --unsafe-no-fsync is set, no member tells.
        var promise = new Promise(leader.Voters, Promise.MajorityOf(leader.Voters), OnDisk: true,
            $"etcd {leader.Version}, raft log flushed before a majority acknowledges");
        return new PeerFacts($"etcd {leader.Version}", promise.Copies, promise.ToString(),
            new Dictionary<string, string> { ["voters"] = leader.Voters.ToString(CultureInfo.InvariantCulture) });
    }

    public async ValueTask SetAsync(long key, byte[] value, CancellationToken token)
    {
        Span<byte> name = stackalloc byte[EtcdKey.Length];
        EtcdKey.Write(key, name);
        await CallAsync("/etcdserverpb.KV/Put", EtcdMessages.Put(name, value), token).ConfigureAwait(false);
    }

    public async ValueTask<byte[]?> GetAsync(long key, CancellationToken token)
    {
        Span<byte> name = stackalloc byte[EtcdKey.Length];
        EtcdKey.Write(key, name);
        return EtcdMessages.Value(await CallAsync(RangeMethod, EtcdMessages.Range(name), token).ConfigureAwait(false));
    }

    public async ValueTask<IReadOnlyList<KeyValuePair<long, byte[]>>> ScanAsync(
        long firstKey, int rowsMax, CancellationToken token)
    {
        Span<byte> name = stackalloc byte[EtcdKey.Length];
        EtcdKey.Write(firstKey, name);
        return EtcdMessages.Rows(await CallAsync(
            RangeMethod, EtcdMessages.Range(name, EtcdKey.End, rowsMax), token).ConfigureAwait(false));
    }

    public ValueTask DisposeAsync()
    {
        _channel?.Dispose();
        _lost.ForEach(c => c.Dispose());
        _search.Dispose();
        return default;
    }

    private async Task<byte[]> CallAsync(string method, ReadOnlyMemory<byte> message, CancellationToken token)
    {
        var channel = Channel;
        try
        {
            return await channel.CallAsync(method, message, token).ConfigureAwait(false);
        }
        catch (GrpcException e)
        {
            if (e.Code == "Unavailable")
                await FindLeaderAsync(channel, token).ConfigureAwait(false);
            throw new LoadOperationException(e.Code, e.Message, e);
        }
        catch (HttpRequestException)
        {
            await FindLeaderAsync(channel, token).ConfigureAwait(false);
            throw;
        }
    }

    // The operation has failed in any case: it is unknown whether it took effect.
    private async Task FindLeaderAsync(GrpcChannel lost, CancellationToken token)
    {
        await _search.WaitAsync(token).ConfigureAwait(false);
        try
        {
            if (Channel != lost || TimeProvider.System.GetElapsedTime(_searched) < SearchPause)
                return;
            var (_, leader) = await MemberSearch.FindAsync(
                options.Endpoints, e => EtcdServer.ConnectAsync(e, token)).ConfigureAwait(false);
            // Others may still wait for answers on the lost one.
            _lost.Add(lost);
            _channel = leader.Channel;
        }
        catch (PeerException)
        {
            // None leads yet: a later failure searches again.
        }
        finally
        {
            _searched = TimeProvider.System.GetTimestamp();
            _search.Release();
        }
    }
}
