using System;
using System.Linq;
using Xunit;

namespace SfPerf.Peers.Tests;

public sealed class PeerEndpointTests
{
    [Theory]
    [InlineData("", PeerKind.Redis, "127.0.0.1:6379")]
    [InlineData("", PeerKind.PostgreSql, "127.0.0.1:5432")]
    [InlineData("", PeerKind.Etcd, "127.0.0.1:2379")]
    [InlineData("db1", PeerKind.Redis, "db1:6379")]
    [InlineData("10.0.0.1:1, 10.0.0.2:2", PeerKind.Redis, "10.0.0.1:1 10.0.0.2:2")]
    [InlineData("http://[::1]:2380", PeerKind.Etcd, "[::1]:2380")]
    public void A_list_of_members_is_read(string text, PeerKind kind, string expected) =>
        Assert.Equal(expected, string.Join(' ', PeerEndpoint.ParseList(text, kind)));

    [Fact]
    public void A_database_is_read() =>
        Assert.Equal("load", PeerEndpoint.ParseList("db1:5433/load", PeerKind.PostgreSql).Single().Database);

    [Theory]
    [InlineData("db1:port", PeerKind.Redis)]
    [InlineData("db1:70000", PeerKind.Redis)]
    [InlineData("db1/0", PeerKind.Redis)]
    [InlineData("user:secret@db1", PeerKind.PostgreSql)]
    [InlineData(":6379", PeerKind.Redis)]
    public void Anything_else_is_refused(string text, PeerKind kind) =>
        Assert.Throws<FormatException>(() => PeerEndpoint.ParseList(text, kind));
}
