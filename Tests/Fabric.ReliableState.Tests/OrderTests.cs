using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Data;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class OrderTests
{
    // Enough for the short run to be merged into the long one many times.
    private const int Steps = 3000;
    private const int Keys = 700;

    [Fact]
    public async Task Order_holds_every_key_once_however_keys_come_and_go_between_enumerations()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        var range = (IKeyRange<long, string>)dictionary;
        var model = new SortedDictionary<long, string>();
        var random = new Random(1);
        // A reader of an earlier time keeps removed keys in the order, to which they then come back.
        var reader = primary.Begin();
        for (var step = 0; step < Steps; step++)
        {
            if (step % 100 == 0)
            {
                reader.Dispose();
                reader = primary.Begin();
                await reader.GetVisibilitySequenceNumberAsync();
            }
            var key = (long)random.Next(Keys);
            if (random.Next(3) > 0)
            {
                model[key] = $"{step}";
                await primary.PutAsync(dictionary, key, model[key]);
            }
            else if (model.Remove(key))
            {
                await primary.RemoveAsync(dictionary, key);
            }

            if (random.Next(4) > 0)
                continue;
            var first = (long)random.Next(Keys);
            using var tx = primary.Begin();
            var rows = await (await range.CreateEnumerableFromAsync(tx, first)).ToListAsync();
            Assert.Equal(model.Where(row => row.Key >= first), rows);
        }
        reader.Dispose();
        Assert.Equal(model, await primary.AllAsync(dictionary));
    }
}
