using System;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

public sealed class ReminderScenarioTests
{
    [Fact]
    [Trait("ActorCase", "50")]
    public async Task All_reminders_that_are_due_at_once_fire_also_when_their_primary_was_killed()
    {
        await using var sfperf = new Sfperf();

        // All must be registered before they are due: a machine that is busy takes many times as long.
        var run = await sfperf.RunAsync(0, "scenario", "actor-reminders", "--reminders", "500", "--lead", "25",
            "--rounds", "1", "--fail-on", "contradicted");

        Assert.Contains("every reminder due at once fires: 500 of 500", run.Output, StringComparison.Ordinal);
        Assert.Contains("every reminder due in a fail-over fires: 500 of 500", run.Output, StringComparison.Ordinal);
        var phases = sfperf.SavedRun().GetProperty("phases").EnumerateArray().ToArray();
        Assert.Equal(["due at once", "due in a fail-over"], phases.Select(p => p.GetProperty("name").GetString()!));
        Assert.All(phases, p => Assert.Equal((500, 0),
            (p.GetProperty("operations").GetInt64(), p.GetProperty("failed").GetInt64())));
        Assert.Equal(0, Figure(phases[0], "firedTwice"));
        Assert.All(phases, p => Assert.True(Figure(p, "callsMeanwhile") > 0));
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    private static double Figure(JsonElement phase, string name) =>
        phase.GetProperty("figures").GetProperty(name).GetDouble();
}
