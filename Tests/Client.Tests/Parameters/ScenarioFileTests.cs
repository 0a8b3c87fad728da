using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Commands.Parameters;
using Xunit;

namespace SfPerf.Client.Tests.Parameters;

public sealed class ScenarioFileTests
{
    [Theory]
    [InlineData("wcf-channel.json", "CallCounts", "10,100,1000")]
    [InlineData("wcf-concurrency.json", "Cases", "600x50,8x2500,1x5000")]
    [InlineData("table-insert.json", "EntitiesPerRequest", "1,10")]
    [InlineData("ipc.json", "NumCalls", "1000")]
    [InlineData("failover.json", "Events",
        "kill-primary,kill-secondary,kill-node,kill-manager,move-primary,stop-primary")]
    public void The_scenario_files_that_come_along_are_valid(string file, string name, string value)
    {
        var set = ParameterLoader.Load(new ParameterSources(
            Product.File("Parameters/" + file), new System.Collections.Hashtable(), [], []), null, out var problems);
        Assert.Empty(problems);
        Assert.Equal(value, set.Text(name));
    }

    [Fact]
    public void Everything_of_a_scenario_has_a_default()
    {
        foreach (var name in Catalogues.Scenarios)
            Assert.Equal(name, Scenario($$"""{ "Scenario": "{{name}}" }""").LoadValid().Text("Scenario"));
    }

    [Fact]
    public void A_list_in_the_file_gives_way_to_one_with_commas()
    {
        var given = Scenario("""{ "Scenario": "wcf-channel", "CallCounts": [10, 20] }""");
        Assert.Equal(["10", "20"], given.LoadValid().List("CallCounts"));
        given.Set("CallCounts=5, 6");
        Assert.Equal("5,6", given.LoadValid().Text("CallCounts"));
        given.Override("/CallCounts:7");
        Assert.Equal(["7"], given.LoadValid().List("CallCounts"));
    }

    [Fact]
    public void A_bad_element_is_named_with_its_own_line_and_column()
    {
        Assert.Equal(
            [
                "p.json:2:21: CallCounts = x: wrong type (a text in quotes); allowed: an integer from 1 to 1000000, "
                    + "plain or as 20k, 1M.",
                "p.json:3:3: CallCounts = 0: out of range; allowed: an integer from 1 to 1000000.",
                "p.json:4:2: NumRound = 3: unknown parameter. Did you mean NumRounds?",
            ],
            Scenario("{ \"Scenario\": \"wcf-channel\",\n \"CallCounts\": [10, \"x\",\n  0],\n \"NumRound\": 3 }")
                .Problems());
    }

    [Theory]
    [InlineData("\"Cases\": []", "p.json:1:34: Cases = []: empty; allowed: a list, each threads (1 to 5000) x calls "
        + "of each (2 to 10000000), as 600x500.")]
    [InlineData("\"Cases\": \"1x2\"", "p.json:1:34: Cases = 1x2: wrong type (a text in quotes); allowed: a list, each "
        + "threads (1 to 5000) x calls of each (2 to 10000000), as 600x500.")]
    [InlineData("\"Bindings\": [\"net.tpc\"]", "p.json:1:47: Bindings = net.tpc: not a value of Bindings; "
        + "allowed: one of net.pipe, http, net.tcp. Did you mean net.tcp?")]
    public void A_bad_value_says_what_is_allowed(string member, string problem) => Assert.Equal([problem],
        Scenario($$"""{ "Scenario": "wcf-concurrency", {{member}} }""").Problems().Select(p => p));

    [Fact]
    public void A_run_takes_no_file_of_a_scenario()
    {
        Assert.Equal(
            ["p.json:1:3: Scenario = wcf-channel: a run has no scenario; allowed: wcf-concurrency, wcf-channel, "
                + "table-insert, ipc, failover, actor-reminders, with sfperf scenario NAME FILE."],
            Given.File("""{ "Scenario": "wcf-channel", "CallCounts": [1] }""").Problems());
    }

    [Fact]
    public void Variables_of_runs_and_of_scenarios_stand_side_by_side()
    {
        var set = Scenario("""{ "Scenario": "wcf-channel" }""").Environment("SFPERF_NumItems", "5")
            .Environment("SFPERF_NumRounds", "3").LoadValid();
        Assert.Equal(3, set.Integer("NumRounds"));
        Given.Json().Environment("SFPERF_NumRounds", "3").LoadValid();
    }

    private static Given Scenario(string content) => new() { Content = content, Catalogue = null };
}
