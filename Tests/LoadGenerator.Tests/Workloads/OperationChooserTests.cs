using System;
using System.Linq;
using SfPerf.LoadGenerator.Workloads;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Workloads;

public sealed class OperationChooserTests
{
    [Theory]
    [InlineData(KeyChoice.Sequential)]
    [InlineData(KeyChoice.Uniform)]
    [InlineData(KeyChoice.Zipfian)]
    [InlineData(KeyChoice.Latest)]
    [InlineData(KeyChoice.Hotspot)]
    [InlineData(KeyChoice.Single)]
    public void Every_choice_stays_within_the_items_and_is_the_same_for_the_same_seed(KeyChoice keys)
    {
        foreach (var items in new[] { 1, 2, 3, 1000 })
        {
            var (one, two) = (Chooser(keys, items), Chooser(keys, items));
            for (var i = 1L; i < 5000; i++)
            {
                Assert.InRange(one.Next(i).Item, 0, items - 1);
                Assert.Equal(one.Next(i), two.Next(i));
            }
        }
    }

    [Fact]
    public void Another_seed_makes_another_run()
    {
        var (one, two) = (Chooser(KeyChoice.Uniform, 1000), Chooser(KeyChoice.Uniform, 1000, seed: 2));
        Assert.InRange(Enumerable.Range(1, 1000).Count(i => one.Next(i).Item == two.Next(i).Item), 0, 10);
    }

    [Fact]
    public void Hotspot_sends_80_percent_to_20_percent()
    {
        var chooser = Chooser(KeyChoice.Hotspot, 1000);
        Assert.InRange(Enumerable.Range(1, 100_000).Count(i => chooser.Next(i).Item < 200) / 100_000.0, 0.79, 0.81);
    }

    [Fact]
    public void Zipfian_has_the_shares_of_its_formula()
    {
        // P(0) = 1 / zeta(n), P(1) = 0.5^0.99 / zeta(n).
        const double Zeta = 26.46902820178302;
        var draws = Enumerable.Range(0, 400_000).Select(i => Zipfian.Scrambled.Next((i + 0.5) / 400_000)).ToArray();
        Assert.InRange(draws.Count(d => d == 0) / 400_000.0, 0.999 / Zeta, 1.001 / Zeta);
        Assert.InRange(draws.Count(d => d == 1) / 400_000.0, 0.999 * Math.Pow(0.5, 0.99) / Zeta,
            1.001 * Math.Pow(0.5, 0.99) / Zeta);
        Assert.InRange(draws.Max(), 1_000_000_000, 9_999_999_999);
    }

    [Fact]
    public void The_scramble_is_the_hash_of_YCSB()
    {
        Assert.Equal(6284781860667377211, Zipfian.Fnv(0));
        Assert.Equal(8517097267634966620, Zipfian.Fnv(1));
        Assert.Equal(1820151046732198393, Zipfian.Fnv(2));
    }

    [Fact]
    public void Latest_reads_the_newest_writes_most()
    {
        var run = new RunSpecification { Items = 1000 };
        var phase = new PhaseSpecification
        {
            Name = "d", Shares = OperationShares.Reads, Keys = KeyChoice.Latest, Operations = 1,
        };
        var chooser = new OperationChooser(run, phase, new ItemSpace(run.Items, 0), 0);
        var newest = Enumerable.Range(2000, 1000).Count(i => chooser.Next(i).Item == (i - 2) % 1000);
        Assert.InRange(newest, 80, 180);
    }

    private static OperationChooser Chooser(KeyChoice keys, int items, int seed = 1) => new(
        new RunSpecification { Items = items, Seed = seed },
        new PhaseSpecification { Name = "x", Shares = new(0.5, 0.5), Keys = keys, Operations = 1 },
        new ItemSpace(items, 0), 0);
}
