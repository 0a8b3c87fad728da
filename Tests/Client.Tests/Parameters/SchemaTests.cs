using System.Collections;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.Client.Parameters;
using SfPerf.Client.Tests.Commands;
using SfPerf.Commands.Parameters;
using Xunit;

namespace SfPerf.Client.Tests.Parameters;

public sealed class SchemaTests
{
    [Theory]
    [InlineData("run", "sfperf.schema.json")]
    [InlineData("wcf-channel", "wcf-channel.schema.json")]
    [InlineData("wcf-concurrency", "wcf-concurrency.schema.json")]
    [InlineData("table-insert", "table-insert.schema.json")]
    [InlineData("ipc", "ipc.schema.json")]
    [InlineData("failover", "failover.schema.json")]
    [InlineData("actor-reminders", "actor-reminders.schema.json")]
    public async Task The_schema_that_comes_along_is_what_sfperf_schema_prints(string name, string file)
    {
        var run = await Invocation.RunAsync("schema", name);
        Assert.Equal((0, ""), (run.Code, run.Error));
        Assert.Equal(await File.ReadAllTextAsync(Product.File("Parameters/" + file)), run.Out);
    }

    [Fact]
    public void The_schema_allows_what_the_client_allows()
    {
        foreach (var catalogue in Catalogues.All.Values)
        {
            var schema = JsonElement.Parse(ParameterSchema.Of(catalogue));
            Assert.False(schema.GetProperty("additionalProperties").GetBoolean());
            Assert.Equal(catalogue.All.Where(d => d is { Default: null, Unless: null }).Select(d => d.Name),
                schema.GetProperty("required").EnumerateArray().Select(n => n.GetString()!));
            foreach (var definition in catalogue.All)
                Check(definition, schema.GetProperty("properties").GetProperty(definition.Name));
        }
    }

    [Theory]
    [InlineData("local1.json", "SfDictionary", 262144, 524288)]
    [InlineData("local2.json", "SfDictionary", 262144, 524288)]
    [InlineData("actors.json", "SfActor", 262144, 524288)]
    [InlineData("actors-volatile.json", "SfActor", 262144, 524288)]
    [InlineData("actors-none.json", "SfActor", 262144, 524288)]
    [InlineData("queue.json", "SfQueue", 16384, 16384)]
    [InlineData("concurrent-queue.json", "SfConcurrentQueue", 262144, 262144)]
    [InlineData("serializers.json", "SfDictionary", 131072, 131072)]
    [InlineData("replicator.json", "SfDictionary", 131072, 0)]
    [InlineData("simulated.json", "SimulatedService", 8192, 4096)]
    [InlineData("capacity.json", "SimulatedService", 2048, 2048)]
    [InlineData("ycsb-a.json", "SfDictionary", 0, 0)]
    public void The_parameter_files_that_come_along_are_valid(string name, string target, long writes, long reads)
    {
        var set = ParameterLoader.Load(
            new ParameterSources(Product.File("Parameters/" + name), new Hashtable(), [], []), null,
            out var problems);
        Assert.Empty(problems);
        Assert.Equal((target, writes, reads), (set.Text("TargetServiceType"),
            set.Integer("NumWriteOperationsTotal"), set.Integer("NumReadOperationsTotal")));
    }

    private static void Check(ParameterDefinition definition, JsonElement property)
    {
        Assert.Equal(definition.Meaning, property.GetProperty("description").GetString());
        if (definition.Kind == ParameterKind.Integer)
        {
            Assert.Equal((definition.Minimum, definition.Maximum),
                (property.GetProperty("minimum").GetInt64(), property.GetProperty("maximum").GetInt64()));
        }

        if (definition.Kind == ParameterKind.Choice)
            Assert.Equal(definition.Choices, property.GetProperty("enum").EnumerateArray().Select(c => c.GetString()!));
        if (definition.Default is null)
            return;
        var value = property.GetProperty("default");
        Assert.Equal(definition.Default, value.ValueKind == JsonValueKind.Array
            ? string.Join(',', value.EnumerateArray().Select(Text)) : Text(value));
    }

    private static string Text(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.True => "true",
        JsonValueKind.False => "false",
        _ => value.ToString(),
    };
}
