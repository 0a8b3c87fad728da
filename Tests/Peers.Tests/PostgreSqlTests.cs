using System;
using System.Threading.Tasks;
using Npgsql;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Peers.Tests;

public sealed class PostgreSqlTests : PeerTests, IClassFixture<RunningPostgreSql>
{
    public PostgreSqlTests(RunningPostgreSql server)
        : base(PeerKind.PostgreSql, server) => Environment.SetEnvironmentVariable("PGUSER", "postgres");

    [Fact]
    public async Task The_durability_is_read_from_the_primary()
    {
        var facts = await FactsAsync();
        Assert.StartsWith("PostgreSQL ", facts.Product, StringComparison.Ordinal);
        Assert.Equal((3, $"fsync on 2 of 3: {facts.Product}, fsync on, synchronous_commit on, ANY 1 (s2,s3)"),
            (facts.Copies, facts.Durability));
    }

    [Fact]
    public async Task Without_waiting_only_the_primary_is_promised()
    {
        var facts = await FactsAsync(o => o with { Durability = DurabilityDemand.Primary });
        Assert.Equal($"fsync on 1 of 3: {facts.Product}, fsync on, synchronous_commit local", facts.Durability);
    }

    [Fact]
    public async Task A_commit_that_no_standby_flushes_is_refused_unless_that_is_wanted()
    {
        await SqlAsync("CREATE ROLE lax LOGIN SUPERUSER");
        await SqlAsync("ALTER ROLE lax SET synchronous_commit = remote_write");
        Environment.SetEnvironmentVariable("PGUSER", "lax");
        var refusal = await RefusalAsync(o => o);
        Assert.Contains("memory of 2 of 3", refusal.Message, StringComparison.Ordinal);
        var facts = await FactsAsync(o => o with { Durability = DurabilityDemand.Configured });
        Assert.StartsWith("memory of 2 of 3: ", facts.Durability, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_standby_is_refused()
    {
        var refusal = await RefusalAsync(o => o with { Endpoints = [Members[1]] });
        Assert.Equal($"PostgreSQL at {Members[1]} is a standby; give its primary as PeerEndpoint.", refusal.Message);
    }

    [Fact]
    public async Task A_user_without_rights_is_told_what_to_grant()
    {
        await FactsAsync();
        await SqlAsync("CREATE ROLE reader LOGIN");
        await SqlAsync("GRANT SELECT ON sfperf_item TO reader");
        Environment.SetEnvironmentVariable("PGUSER", "reader");
        var table = await RefusalAsync(o => o);
        Assert.Contains("no right to INSERT on sfperf_item; GRANT SELECT, INSERT, UPDATE", table.Message,
            StringComparison.Ordinal);
        await SqlAsync("CREATE DATABASE bare");
        var schema = await RefusalAsync(o => o with { Endpoints = [Members[0] with { Database = "bare" }] });
        Assert.Contains("does not let this user make table sfperf_item", schema.Message, StringComparison.Ordinal);
        Environment.SetEnvironmentVariable("PGUSER", "nobody_we_know");
        var user = await RefusalAsync(o => o);
        Assert.Contains("refused the user; PGUSER and PGPASSWORD say who", user.Message, StringComparison.Ordinal);
    }

    private async Task SqlAsync(string sql)
    {
        await using var connection = new NpgsqlConnection(
            $"Host=127.0.0.1;Port={Members[0].Port};Username=postgres;Database=postgres;Pooling=false");
        await connection.OpenAsync(Token);
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(Token);
    }
}
