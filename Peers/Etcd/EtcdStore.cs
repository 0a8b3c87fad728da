using System;
using System.Buffers.Text;
using System.Collections.Generic;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;

namespace SfPerf.Peers.Etcd;

/// <summary>Keys <c>sfperf/KEY</c> in an etcd cluster: Put, and a linearizable Range, sent to the leader.</summary>
internal sealed class EtcdStore(PeerOptions options) : IPeerStore
{
    private GrpcChannel? _channel;

    private GrpcChannel Channel => _channel ?? throw new InvalidOperationException("The store is not open.");

    public async Task<PeerFacts> OpenAsync(CancellationToken token)
    {
        if (options.Durability == DurabilityDemand.Primary)
            throw new PeerException("etcd acknowledges no write before a majority has it: Durability=Primary is not "
                + "to be had; allowed: Fsync, Configured.");
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
        Span<byte> name = stackalloc byte[32];
        await CallAsync("/etcdserverpb.KV/Put", EtcdMessages.Put(name[..NameOf(key, name)], value), token)
            .ConfigureAwait(false);
    }

    public async ValueTask<byte[]?> GetAsync(long key, CancellationToken token)
    {
        Span<byte> name = stackalloc byte[32];
        return EtcdMessages.Value(await CallAsync(
            "/etcdserverpb.KV/Range", EtcdMessages.Range(name[..NameOf(key, name)]), token).ConfigureAwait(false));
    }

    public ValueTask DisposeAsync()
    {
        _channel?.Dispose();
        return default;
    }

    private static int NameOf(long key, Span<byte> name)
    {
        "sfperf/"u8.CopyTo(name);
        Utf8Formatter.TryFormat(key, name[7..], out var digits);
        return 7 + digits;
    }

    private async Task<byte[]> CallAsync(string method, ReadOnlyMemory<byte> message, CancellationToken token)
    {
        try
        {
            return await Channel.CallAsync(method, message, token).ConfigureAwait(false);
        }
        catch (GrpcException e)
        {
            throw new LoadOperationException(e.Code, e.Message, e);
        }
    }
}
