using SfPerf.Client.Parameters;
using Xunit;

namespace SfPerf.Client.Tests.Parameters;

public sealed class PrecedenceTests
{
    [Fact]
    public void Each_source_overrides_the_weaker_ones()
    {
        var given = Given.Json();
        Check("2048", "default");
        given = Given.Json("\"NumItems\": 10");
        Check("10", "p.json:1");
        given.Environment("SFPERF_NumItems", "11");
        Check("11", "SFPERF_NumItems");
        given.Set("NumItems=12");
        Check("12", "--set");
        given.Override("/NumItems:13");
        Check("13", "/NumItems");

        void Check(string value, string origin)
        {
            var found = given.LoadValid().Find("NumItems")!;
            Assert.Equal(value, found.Text);
            Assert.EndsWith(origin, found.Origin.ToString());
        }
    }

    [Fact]
    public void The_last_of_two_settings_wins()
    {
        Assert.Equal(7, Given.Json().Set("NumItems=6").Set("NumItems=7").LoadValid().Integer("NumItems"));
    }

    [Fact]
    public void Application_parameters_come_from_every_source()
    {
        var set = Given.Json("\"ApplicationParameters\": { \"A\": 1, \"B\": \"x\", \"C\": true, \"D\": 4 }")
            .Environment("SFPERF_ApplicationParameters__A", "2").Set("ApplicationParameters.B=y")
            .Override("/ApplicationParameters.C:false").LoadValid();
        Assert.Equal(
            [("A", "2"), ("B", "y"), ("C", "false"), ("D", "4")],
            System.Linq.Enumerable.Select(new RunParameters(set, "n").ApplicationParameters, p => (p.Key, p.Value)));
    }

    [Fact]
    public void A_value_that_is_overridden_must_be_valid_all_the_same()
    {
        Assert.Single(Given.Json("\"NumItems\": 0").Set("NumItems=5").Problems());
    }

    [Fact]
    public void A_mistyped_variable_is_told()
    {
        Assert.Equal(["SFPERF_NumItem: NumItem = 5: unknown parameter. Did you mean NumItems?"],
            Given.Json().Environment("SFPERF_NumItem", "5").Problems());
    }

    [Fact]
    public void A_variable_in_capitals_is_none_of_ours_unless_it_looks_like_a_parameter()
    {
        Given.Json().Environment("SFPERF_TEST_FAMILY", "x").LoadValid();
        Assert.Equal(["SFPERF_NUMITEMS: NUMITEMS = 5: unknown parameter. Did you mean NumItems?"],
            Given.Json().Environment("SFPERF_NUMITEMS", "5").Problems());
    }

    [Fact]
    public void A_value_may_hold_the_separator()
    {
        var set = Given.Json().Set("Name=a=b").Override("/ClusterAddress:host:1").LoadValid();
        Assert.Equal(("a=b", "host:1"), (set.Text("Name"), set.Text("ClusterAddress")));
    }

    [Theory]
    [InlineData("/NumItems:5", true)]
    [InlineData("/ApplicationParameters.A_b:5", true)]
    [InlineData("/tmp/run:1.json", false)]
    [InlineData("/tmp", false)]
    [InlineData("--set", false)]
    [InlineData("/:5", false)]
    public void An_override_is_told_from_a_path(string argument, bool expected) =>
        Assert.Equal(expected, Overrides.IsOverride(argument));
}
