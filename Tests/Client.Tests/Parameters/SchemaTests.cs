using System.IO;
using System.Linq;
using System.Text.Json;
using SfPerf.Client.Parameters;
using Xunit;

namespace SfPerf.Client.Tests.Parameters;

public sealed class SchemaTests
{
    private static readonly JsonElement Schema =
        JsonElement.Parse(File.ReadAllText(Product.File("Parameters/sfperf.schema.json")));

    [Fact]
    public void The_schema_has_exactly_the_names_that_are_accepted()
    {
        var names = Schema.GetProperty("properties").EnumerateObject().Select(p => p.Name);
        Assert.Equal(ParameterCatalogue.All.Select(d => d.Name)
            .Append("ApplicationParameters").Prepend("$schema"), names);
        Assert.False(Schema.GetProperty("additionalProperties").GetBoolean());
    }

    [Fact]
    public void The_schema_requires_what_has_no_default()
    {
        Assert.Equal(ParameterCatalogue.All.Where(d => d.Default is null).Select(d => d.Name),
            Schema.GetProperty("required").EnumerateArray().Select(n => n.GetString()!));
    }

    [Fact]
    public void The_schema_allows_what_the_client_allows()
    {
        foreach (var definition in ParameterCatalogue.All)
        {
            var property = Schema.GetProperty("properties").GetProperty(definition.Name);
            Assert.Equal(definition.Meaning, property.GetProperty("description").GetString());
            if (definition.Default is not null)
                Assert.Equal(definition.Default, property.GetProperty("default").ToString()
                    .Replace("True", "true", System.StringComparison.Ordinal));
            if (definition.Kind == ParameterKind.Integer)
                Assert.Equal((definition.Minimum, definition.Maximum),
                    (property.GetProperty("minimum").GetInt64(), property.GetProperty("maximum").GetInt64()));
            if (definition.Kind == ParameterKind.Choice)
                Assert.Equal(definition.Choices,
                    property.GetProperty("enum").EnumerateArray().Select(c => c.GetString()!));
        }
    }

    [Theory]
    [InlineData("local1.json", "SfDictionary", 262144, 524288)]
    [InlineData("local2.json", "SfDictionary", 262144, 524288)]
    [InlineData("simulated.json", "SimulatedService", 8192, 4096)]
    public void The_parameter_files_that_come_along_are_valid(string name, string target, long writes, long reads)
    {
        var set = ParameterLoader.Load(
            new ParameterSources(Product.File("Parameters/" + name), new System.Collections.Hashtable(), [], []),
            out var problems);
        Assert.Empty(problems);
        Assert.Equal((target, writes, reads), (set.Text("TargetServiceType"),
            set.Integer("NumWriteOperationsTotal"), set.Integer("NumReadOperationsTotal")));
    }
}
