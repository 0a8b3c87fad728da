using System;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Activation;

/// <summary>The table of the actors in memory.</summary>
public sealed class ActorTableTests
{
    private const int Actors = 6_400;

    public static TheoryData<string> Kinds() => ["numbers", "multiples", "negative", "GUIDs", "text", "long text"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Each_actor_is_found_until_it_is_removed(string kind)
    {
        await using var bench = await ActorBench.StartAsync();
        var (manager, table) = (bench.Service.Manager!, new ActorTable());
        var keys = Enumerable.Range(0, Actors).Select(i => ActorKey.Of(IdOf(kind, i))).ToArray();

        var entries = keys.Select(k => table.FindOrAdd(k, manager)).ToArray();

        Assert.Equal(Actors, table.Count);
        Assert.Equal(entries, keys.Select(k => table.Find(k)));
        Assert.Equal(entries, keys.Select(k => table.FindOrAdd(k, manager)));
        Assert.Equal(entries.ToHashSet(), table.Entries.ToHashSet());
        foreach (var entry in entries.Where((_, i) => i % 2 == 0))
            table.Remove(entry);
        Assert.Equal(Actors / 2, table.Count);
        Assert.Equal(entries.Where((_, i) => i % 2 == 1).ToHashSet(), table.Entries.ToHashSet());
        Assert.Equal(entries.Select((e, i) => i % 2 == 1 ? e : null), keys.Select(k => table.Find(k)));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Actors_are_spread_over_the_parts(string kind)
    {
        var parts = Enumerable.Range(0, Actors).Select(i => ActorTable.PartOf(ActorKey.Of(IdOf(kind, i))))
            .CountBy(p => p).ToDictionary();

        Assert.InRange(parts.Count, ActorTable.Parts / 2, ActorTable.Parts);
        Assert.InRange(parts.Values.Max(), 1, 8 * Actors / ActorTable.Parts);
    }

    [Fact]
    public async Task An_actor_that_has_taken_the_place_of_another_one_stays()
    {
        await using var bench = await ActorBench.StartAsync();
        var (manager, table, key) = (bench.Service.Manager!, new ActorTable(), ActorKey.Of(new ActorId(1)));
        var first = table.FindOrAdd(key, manager);
        table.Remove(first);
        var second = table.FindOrAdd(key, manager);

        table.Remove(first);

        Assert.NotSame(first, second);
        Assert.Same(second, table.Find(key));
        Assert.Equal(1, table.Count);
    }

    private static ActorId IdOf(string kind, int number) => kind switch
    {
        "numbers" => new(number),
        "multiples" => new((long)number << 20),
        "negative" => new(-number),
        "GUIDs" => new(new Guid(number, 0, 0, new byte[8])),
        "text" => new($"user-{number}"),
        _ => new($"https://example.com/users/{number}/orders/0000000000"),
    };
}
