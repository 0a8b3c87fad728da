using System;
using System.Linq;
using SfPerf.Fabric.Manifests;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests;

/// <summary>The cases, but for the last two groups, are those of Service Fabric's own test of its expressions
/// (ExpressionParserTest of the published source of release 6.4).</summary>
public sealed class PlacementConstraintTests
{
    [Theory]
    [InlineData("", "A=5", true)]
    [InlineData("a == 5", "a=5", true)]
    [InlineData("a == 5", "a=6", false)]
    [InlineData("a == 5", "b=3", false)]
    [InlineData("a == 5", "", false)]
    [InlineData("a == alpha", "a=6", false)]
    [InlineData("a == alpha", "a=alpha", true)]
    [InlineData("a == alpha", "b=beta", false)]
    [InlineData("a != 5", "a=6", true)]
    [InlineData("a != 5", "a=5", false)]
    [InlineData("a != 5", "b=3", false)]
    [InlineData("a != alpha", "a=alpha", false)]
    [InlineData("a != alpha", "a=6", true)]
    [InlineData("a >= 5", "a=5", true)]
    [InlineData("a >= 5", "a=4", false)]
    [InlineData("a > 5", "a=6", true)]
    [InlineData("a > 5", "a=5", false)]
    [InlineData("a < 5", "a=4", true)]
    [InlineData("a < 5", "a=5", false)]
    [InlineData("a <= 5", "a=5", true)]
    [InlineData("a <= 5", "a=6", false)]
    [InlineData("!(a > 5)", "a=5", true)]
    [InlineData("!(a > 5)", "a=6", false)]
    [InlineData("!(a > 5)", "b=3", false)]
    [InlineData("a ^ Str", "a=String", true)]
    [InlineData("a ^ Str", "a=Str", true)]
    [InlineData("a ^ Str", "a=tring", false)]
    [InlineData("FaultDomain ^ fd:/DC0", "FaultDomain=fd:/DC0/Rack0/Shelf0", true)]
    [InlineData("FaultDomain ^ fd:/DC0", "FaultDomain=fd:/DC0", true)]
    [InlineData("FaultDomain ^ fd:/DC0", "FaultDomain=fd:/DC00/Rack0", false)]
    [InlineData("FaultDomain !^ fd:/DC0", "FaultDomain=fd:/DC0/Rack0", false)]
    [InlineData("FaultDomain !^ fd:/DC0", "FaultDomain=fd:/DC0", false)]
    [InlineData("FaultDomain !^ fd:/DC0", "FaultDomain=fd:/DC1", true)]
    [InlineData("a == 5 && b != 6", "a=5 b=5", true)]
    [InlineData("a == 5 && b != 6", "a=6 b=6", false)]
    [InlineData("a == 5 || b != 6", "a=5 b=5", true)]
    [InlineData("a == 5 || b != 6", "a=6 b=6", false)]
    [InlineData("a == 5 || b != 6", "a=6", false)]
    [InlineData("a == 5 || b != 6", "b=6", false)]
    [InlineData("(a == 5) == (b == 5)", "a=5 b=5", true)]
    [InlineData("(a == 5) == (b == 5)", "a=5 b=6", false)]
    [InlineData("(a == 5) == (b == 5)", "a=5", false)]
    // Of the documentation.
    [InlineData("((OneProperty < 100) || ((AnotherProperty == false) && (OneProperty >= 100)))",
        "OneProperty=100 AnotherProperty=false", true)]
    [InlineData("((OneProperty < 100) || ((AnotherProperty == false) && (OneProperty >= 100)))",
        "OneProperty=100 AnotherProperty=true", false)]
    [InlineData("(HasDisk==true && MemorySize>=2048)", "HasDisk=true MemorySize=10000", true)]
    [InlineData("(NodeName==_Node_0)", "NodeName=_Node_0", true)]
    // A node without the property does not meet the whole, even where another part of it is true.
    [InlineData("a == 5 || b != 6", "a=5", false)]
    [InlineData("a == 1 || a == 2 && b == 3", "a=1 b=0", true)]
    [InlineData("!(a == 1) && !(b == 1)", "a=2 b=1", false)]
    public void It_is_met_as_in_Service_Fabric(string expression, string node, bool met)
    {
        var properties = node.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(p => p.Split('='))
            .ToDictionary(p => p[0], p => p[1]);
        Assert.Equal(met, PlacementConstraint.Parse(expression).IsMetBy(properties));
    }

    [Theory]
    [InlineData("a", 2, "'a' is compared with nothing. Allowed: == != !^ <= >= < > ^.")]
    [InlineData("a ==", 5, "a value is missing.")]
    [InlineData("== 5", 1, "the name of a property is missing.")]
    [InlineData("(a == 5", 8, "the parenthesis of character 1 is not closed.")]
    [InlineData("a == 5)", 7, "')' follows a whole expression. Allowed: && ||.")]
    [InlineData("a == 5 b == 6", 8, "'b' follows a whole expression. Allowed: && ||.")]
    [InlineData("a = 5", 3, "'=' is no operator. Allowed: == != !^ <= >= < > ^ && || ! ( ).")]
    [InlineData("a == 5 & b == 6", 8, "'&' is no operator. Allowed: == != !^ <= >= < > ^ && || ! ( ).")]
    [InlineData("!a == 5", 2, "an expression in parentheses is missing.")]
    [InlineData("FDPolicy ~ Nonpacking", 10, "'FDPolicy' is compared with nothing. Allowed: == != !^ <= >= < > ^.")]
    public void What_is_no_expression_is_refused_with_the_place(string expression, int character, string problem)
    {
        var e = Assert.Throws<FormatException>(() => PlacementConstraint.Parse(expression));
        Assert.Equal(
            $"The placement constraint '{expression}' is wrong at character {character}: {problem}", e.Message);
    }

    [Fact]
    public void A_deep_expression_is_refused_and_takes_no_stack()
    {
        var deep = new string('(', 100_000) + "a == 5" + new string(')', 100_000);
        Assert.Contains("it is nested too deep. Allowed: 100 levels.",
            Assert.Throws<FormatException>(() => PlacementConstraint.Parse(deep)).Message);
        _ = PlacementConstraint.Parse(new string('(', 100) + "a == 5" + new string(')', 100));
    }
}
