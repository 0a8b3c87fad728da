using System;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Peers.Redis;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Peers.Tests;

public sealed class RedisTests(RunningRedis redis) : PeerTests(PeerKind.Redis, redis), IClassFixture<RunningRedis>
{
    private const string PasswordVariable = "REDISCLI_AUTH";

    [Fact]
    public async Task The_durability_is_read_from_primary_and_replicas()
    {
        var facts = await FactsAsync();
        Assert.StartsWith("Redis ", facts.Product, StringComparison.Ordinal);
        Assert.Equal((3, $"fsync on 2 of 3: {facts.Product}, appendfsync always + WAIT 1"),
            (facts.Copies, facts.Durability));
    }

    [Fact]
    public async Task Without_waiting_only_the_primary_is_promised()
    {
        var facts = await FactsAsync(o => o with { Durability = DurabilityDemand.Primary });
        Assert.Equal($"fsync on 1 of 3: {facts.Product}, appendfsync always", facts.Durability);
    }

    [Fact]
    public async Task A_server_that_does_not_flush_is_refused_unless_that_is_wanted()
    {
        await SetAsync("appendfsync", "everysec");
        try
        {
            var refusal = await RefusalAsync(o => o);
            Assert.Contains("memory of 2 of 3", refusal.Message, StringComparison.Ordinal);
            Assert.Contains("Set appendonly yes and appendfsync always", refusal.Message, StringComparison.Ordinal);
            var facts = await FactsAsync(o => o with { Durability = DurabilityDemand.Configured });
            Assert.Equal($"memory of 2 of 3: {facts.Product}, appendfsync everysec, appendfsync always on a replica "
                + "+ WAIT 1", facts.Durability);
        }
        finally
        {
            await SetAsync("appendfsync", "always");
        }
    }

    [Fact]
    public async Task A_replica_is_refused_and_names_its_primary()
    {
        var refusal = await RefusalAsync(o => o with { Endpoints = [Members[1]] });
        Assert.Equal($"Redis at {Members[1]} is a replica of {Members[0]}; give that as PeerEndpoint.",
            refusal.Message);
    }

    [Fact]
    public async Task Passwords_come_from_the_environment_and_a_wrong_one_is_told()
    {
        await SetAsync("requirepass", "right");
        try
        {
            var none = await RefusalAsync(o => o with { Endpoints = [Members[0]] });
            Assert.Contains($"wants a password; set {PasswordVariable}", none.Message, StringComparison.Ordinal);
            Environment.SetEnvironmentVariable(PasswordVariable, "wrong");
            var wrong = await RefusalAsync(o => o with { Endpoints = [Members[0]] });
            Assert.Contains("refused the password", wrong.Message, StringComparison.Ordinal);
            Environment.SetEnvironmentVariable(PasswordVariable, "right");
            Assert.Equal(3, (await FactsAsync(o => o with { Durability = DurabilityDemand.Configured })).Copies);
            await SetAsync("requirepass", "");
        }
        finally
        {
            Environment.SetEnvironmentVariable(PasswordVariable, null);
        }
    }

    [Fact]
    public async Task A_write_that_reached_no_replica_in_time_has_failed()
    {
        await using var target = Target(o => o with { OperationTimeout = TimeSpan.FromMilliseconds(100) });
        await target.PrepareAsync(Few, Token);
        await CommandAsync(Members[1], "REPLICAOF", "NO", "ONE");
        await CommandAsync(Members[2], "REPLICAOF", "NO", "ONE");
        try
        {
            var failure = await Assert.ThrowsAsync<LoadOperationException>(
                async () => await target.WriteAsync(0, 1, Token));
            Assert.Equal("NotReplicated", failure.Kind);
        }
        finally
        {
            foreach (var replica in Members.Skip(1))
                await CommandAsync(replica, "REPLICAOF", Members[0].Host, $"{Members[0].Port}");
            await CommandAsync(Members[0], "SET", "sfperf-test", "again");
            var back = await CommandAsync(Members[0], "WAIT", "2", "30000");
            Assert.Equal(2, back.Number);
        }
    }

    [Fact]
    public async Task An_error_of_the_server_is_counted_under_its_first_word()
    {
        await using var target = Target(o => o with { Durability = DurabilityDemand.Primary });
        await target.PrepareAsync(Few, Token);
        await SetAsync("min-replicas-to-write", "9");
        try
        {
            var failure = await Assert.ThrowsAsync<LoadOperationException>(
                async () => await target.WriteAsync(0, 1, Token));
            Assert.Equal("NOREPLICAS", failure.Kind);
        }
        finally
        {
            await SetAsync("min-replicas-to-write", "0");
        }

        await target.WriteAsync(0, 2, Token);
    }

    private static async Task<RespReply> CommandAsync(PeerEndpoint member, params string[] words)
    {
        await using var connection = await RespConnection.ConnectAsync(member, Token);
        if (Environment.GetEnvironmentVariable(PasswordVariable) is { } password)
            await connection.CallAsync(Token, "AUTH", password);
        return await connection.CallAsync(Token, words);
    }

    private Task<RespReply> SetAsync(string name, string value) =>
        CommandAsync(Members[0], "CONFIG", "SET", name, value);
}
