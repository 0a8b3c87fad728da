using System.Collections.Generic;
using System.Fabric;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class ThinLineTests
{
    [Fact]
    public async Task A_committed_value_is_read_on_primary_and_secondary()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 7L, "seven");

        Assert.Equal("seven", (await primary.GetAsync(dictionary, 7L)).Value);
        var other = await secondary.DictionaryAsync();
        Assert.Equal("seven", (await secondary.GetAsync(other, 7L)).Value);
        Assert.Equal(1, dictionary.Count);
        Assert.Equal(1, other.Count);
    }

    [Fact]
    public async Task A_checkpoint_and_the_records_after_it_give_the_same_state()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        for (var i = 0L; i < 100; i++)
            await primary.PutAsync(dictionary, i, $"value {i}");
        var checkpoint = await primary.CheckpointAsync();
        var lsn = primary.Log.Records.Count;
        await primary.RemoveAsync(dictionary, 50L);
        await primary.PutAsync(dictionary, 51L, "later");

        using var copy = await TestReplica.OpenAsync(ReplicaRole.ActiveSecondary);
        await copy.RestoreAsync(checkpoint);
        for (var i = lsn; i < primary.Log.Records.Count; i++)
            copy.Log.Apply(i + 1, primary.Log.Records[i], null);

        var same = await copy.DictionaryAsync();
        Assert.Equal(99, same.Count);
        Assert.Equal<IEnumerable<KeyValuePair<long, string>>>(
            await primary.AllAsync(dictionary), await copy.AllAsync(same));
        copy.Become(ReplicaRole.Primary);
        await copy.PutAsync(same, 1000L, "as primary");
        Assert.Equal(100, same.Count);
    }

    [Fact]
    public async Task Ten_thousand_transactions_leave_the_last_values()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        for (var i = 0L; i < 10_000; i++)
            await primary.PutAsync(dictionary, i % 10, $"{i}");
        Assert.Equal("9999", (await primary.GetAsync(dictionary, 9L)).Value);
        Assert.Equal(10, dictionary.Count);
    }
}
