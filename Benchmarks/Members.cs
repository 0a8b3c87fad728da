using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace SfPerf.Benchmarks;

/// <summary>Processes that are each the primary of a part: how they meet, measure at once, and are added up.</summary>
internal static class Members
{
    /// <summary>The secondaries of a member are those that follow it in a ring of all.</summary>
    internal static bool IsSecondary(Settings settings, int id, int primary) =>
        (id - primary + settings.Primaries) % settings.Primaries is > 0 and var distance
        && distance < settings.Replicas;

    /// <summary>
    /// Tells the own address, learns those of all, and says when it has connected to its secondaries.
    /// </summary>
    internal static async Task MeetAsync(
        string address, Settings settings, Func<IReadOnlyList<(int Id, string Address)>, Task> connect)
    {
        Console.WriteLine(address);
        var all = (await ReadAsync().ConfigureAwait(false)).Split(',');
        var own = settings.Number("id", 1);
        await connect(
            [.. all.Select((a, i) => (Id: i + 1, Address: a)).Where(m => IsSecondary(settings, m.Id, own))])
            .ConfigureAwait(false);
        Console.WriteLine("connected");
        await ReadAsync().ConfigureAwait(false);
    }

    /// <summary>Runs this process's share of the operations, and goes on serving the others until the input ends.
    /// </summary>
    internal static async Task MeasureAsync(Settings settings, Func<int, Func<ValueTask>> worker)
    {
        var outstanding = settings.Outstanding / settings.Primaries
            + (settings.Number("id", 1) <= settings.Outstanding % settings.Primaries ? 1 : 0);
        Console.WriteLine(await Workload.RunAsync(outstanding, settings.Seconds, worker).ConfigureAwait(false));
        while (await Console.In.ReadLineAsync().ConfigureAwait(false) is not null)
        {
            // Only its end says something.
        }
    }

    /// <summary>One round: starts them, lets them meet, and adds up what they measured.</summary>
    internal static async Task<Measurement> RoundAsync(string kind, Settings settings, Func<int, string> folderOf)
    {
        var children = new List<Child>();
        try
        {
            for (var id = 1; id <= settings.Primaries; id++)
                children.Add(new Child([$"-{kind}-member", folderOf(id), .. settings.Words, $"id={id}"]));
            var addresses = await AllAsync(children).ConfigureAwait(false);
            await TellAsync(children, string.Join(',', addresses)).ConfigureAwait(false);
            await AllAsync(children).ConfigureAwait(false);
            await TellAsync(children, "begin").ConfigureAwait(false);
            var parts = (await AllAsync(children).ConfigureAwait(false)).Select(Measurement.Parse).ToArray();
            return new Measurement(
                parts.Sum(p => p.Operations), parts.Average(p => p.Seconds), parts.Average(p => p.P50),
                parts.Max(p => p.P99), parts.Sum(p => p.CpuMicroseconds), parts.Sum(p => p.AllocatedBytes));
        }
        finally
        {
            foreach (var child in children)
                child.Dispose();
        }
    }

    private static async Task<string[]> AllAsync(List<Child> children) =>
        await Task.WhenAll(children.Select(c => c.ReadAsync())).ConfigureAwait(false);

    private static Task TellAsync(List<Child> children, string line) =>
        Task.WhenAll(children.Select(c => c.WriteAsync(line)));

    private static async Task<string> ReadAsync() =>
        await Console.In.ReadLineAsync().ConfigureAwait(false)
        ?? throw new InvalidOperationException("The benchmark has ended.");
}
