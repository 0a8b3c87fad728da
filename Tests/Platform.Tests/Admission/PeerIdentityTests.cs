using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform.Admission;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Platform.Tests.Admission;

public sealed class PeerIdentityTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>Each way to ask the kernel gives the same answers.</summary>
    public static TheoryData<string> Ways() => ["netlink", "table"];

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task The_owner_of_a_connection_is_its_processs_user(string way)
    {
        using var pair = await ConnectedPair.MakeAsync(IPAddress.Loopback, IPAddress.Loopback);
        Assert.Equal(Users.Current, await OwnerAsync(way, pair));
        Assert.Equal(Users.Current, PeerIdentity.OwnerOf(pair.Accepted));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task The_owner_is_told_over_IPv6(string way)
    {
        Assert.SkipUnless(Socket.OSSupportsIPv6, "needs IPv6");
        using var pair = await ConnectedPair.MakeAsync(IPAddress.IPv6Loopback, IPAddress.IPv6Loopback);
        Assert.Equal(Users.Current, await OwnerAsync(way, pair));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task The_owner_is_told_at_a_dual_mode_listener_whatever_family_the_peer_uses(string way)
    {
        Assert.SkipUnless(Socket.OSSupportsIPv6, "needs IPv6");
        using var plain = await ConnectedPair.MakeAsync(IPAddress.IPv6Any, IPAddress.Loopback);
        Assert.Equal(Users.Current, await OwnerAsync(way, plain));
        using var mapped = await ConnectedPair.MakeAsync(IPAddress.IPv6Any, IPAddress.Loopback.MapToIPv6());
        Assert.Equal(Users.Current, await OwnerAsync(way, mapped));
        using var mappedToPlain = await ConnectedPair.MakeAsync(IPAddress.Loopback, IPAddress.Loopback.MapToIPv6());
        Assert.Equal(Users.Current, await OwnerAsync(way, mappedToPlain));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_peer_that_has_closed_is_nobody_not_root(string way)
    {
        using var pair = await ConnectedPair.MakeAsync(IPAddress.Loopback, IPAddress.Loopback);
        await pair.Client.SendAsync(new byte[100], Token);
        pair.Client.Close();
        Assert.Null(await OwnerAsync(way, pair));
        // What it sent is still there: only the admission stands before it.
        Assert.Equal(100, await pair.Accepted.ReceiveAsync(new byte[200], Token));
        Assert.Null(await OwnerAsync(way, pair));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_peer_that_has_only_ended_its_sending_is_still_known(string way)
    {
        using var pair = await ConnectedPair.MakeAsync(IPAddress.Loopback, IPAddress.Loopback);
        pair.Client.Shutdown(SocketShutdown.Send);
        Assert.Equal(Users.Current, await OwnerAsync(way, pair));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_listener_at_the_peers_old_port_is_not_the_peer(string way)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, optionValue: true);
        using var pair = await PairWithFreedPortAsync(listener);
        listener.Listen();
        Assert.Null(await OwnerAsync(way, pair));
    }

    // Binds the listener to the client's port. Somebody else may take a freed port first: then with another pair.
    private static async Task<ConnectedPair> PairWithFreedPortAsync(Socket listener)
    {
        while (true)
        {
            var pair = await ConnectedPair.MakeAsync(IPAddress.Loopback, IPAddress.Loopback);
            var port = ((IPEndPoint)pair.Client.LocalEndPoint!).Port;
            // Reset, so that the port is free at once.
            pair.Client.LingerState = new(enable: true, seconds: 0);
            pair.Client.Close();
            try
            {
                listener.Bind(new IPEndPoint(IPAddress.Loopback, port));
                return pair;
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.AddressAlreadyInUse)
            {
                pair.Dispose();
            }
        }
    }

    [Fact]
    public async Task The_owner_of_a_Unix_sockets_peer_is_told()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs Linux");
        var path = System.IO.Path.Combine(System.IO.Path.GetTempPath(), $"sfperf-peer-{Guid.NewGuid():N}");
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        try
        {
            listener.Listen();
            using var client = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            await client.ConnectAsync(new UnixDomainSocketEndPoint(path), Token);
            using var accepted = await listener.AcceptAsync(Token);
            Assert.Equal(Users.Current, PeerIdentity.OwnerOf(accepted));
        }
        finally
        {
            System.IO.File.Delete(path);
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Another_users_connection_is_known_as_his_and_after_his_end_as_nobodys(string way)
    {
        Assert.SkipWhen(Stranger.Missing is not null, Stranger.Missing ?? "");
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var port = ((IPEndPoint)listener.LocalEndPoint!).Port;
        using var stranger = Stranger.Start("bash", "-c", $"exec 3<>/dev/tcp/127.0.0.1/{port}; echo hi >&3; read line");
        using var accepted = await listener.AcceptAsync(Token).AsTask().WaitAsync(Limit, Token);
        Assert.Equal(Stranger.UserId, await OwnerAsync(way, accepted));
        stranger.Kill();
        await stranger.WaitForExitAsync(Token).WaitAsync(Limit, Token);
        Assert.Null(await OwnerAsync(way, accepted));
    }

    [Fact]
    public async Task Many_threads_may_ask_at_once()
    {
        using var pair = await ConnectedPair.MakeAsync(IPAddress.Loopback, IPAddress.Loopback);
        var accepted = pair.Accepted;
        await Parallel.ForAsync(0, 2000, Token, (_, _) =>
        {
            Assert.Equal(Users.Current, PeerIdentity.OwnerOf(accepted));
            return default;
        });
    }

    private static Task<uint?> OwnerAsync(string way, ConnectedPair pair) => OwnerAsync(way, pair.Accepted);

    private static async Task<uint?> OwnerAsync(string way, Socket accepted)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs Linux");
        var (peer, local) = (Plain(accepted.RemoteEndPoint), Plain(accepted.LocalEndPoint));
        if (way == "table")
            return ProcNetTcp.Find(peer, local);
        using var known = new SocketDiagnostics();
        // It believes "no such socket" only once it has found one.
        using var other = await ConnectedPair.MakeAsync(IPAddress.Loopback, IPAddress.Loopback);
        if (!known.TryFind(Plain(other.Accepted.RemoteEndPoint), Plain(other.Accepted.LocalEndPoint), out _))
            Assert.Skip("needs netlink");
        Assert.True(known.TryFind(peer, local, out var owner));
        return owner;
    }

    private static IPEndPoint Plain(EndPoint? endPoint)
    {
        var ip = (IPEndPoint)endPoint!;
        return ip.Address.IsIPv4MappedToIPv6 ? new(ip.Address.MapToIPv4(), ip.Port) : ip;
    }
}
