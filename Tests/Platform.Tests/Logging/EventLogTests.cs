using System;
using System.Collections.Generic;
using System.Text.Json;
using SfPerf.Platform.Logging;
using Xunit;

namespace SfPerf.Platform.Tests.Logging;

public sealed class EventLogTests
{
    private static readonly TimeProvider Noon = new FixedTime();
    private readonly List<string> _lines = [];

    [Fact]
    public void A_line_of_text_has_time_level_number_and_sentence()
    {
        NodeUp(new(_lines.Add, Noon, LogFormat.Text), "_Node_1", 4711);
        Assert.Equal("2026-01-02T12:00:00.000Z warn 4242 Node _Node_1 (process 4711) was silent for 1.5 s.",
            Assert.Single(_lines));
    }

    [Fact]
    public void A_line_of_JSON_is_one_object_with_the_values_by_their_names()
    {
        NodeUp(new(_lines.Add, Noon, LogFormat.Json), "a\n\"b\"", 4711);
        using var json = JsonDocument.Parse(Assert.Single(_lines));
        var root = json.RootElement;
        Assert.DoesNotContain('\n', _lines[0]);
        Assert.Equal("2026-01-02T12:00:00.000Z", root.GetProperty("time").GetString());
        Assert.Equal("Warning", root.GetProperty("level").GetString());
        Assert.Equal(4242, root.GetProperty("id").GetInt32());
        Assert.Equal(nameof(NodeUp), root.GetProperty("event").GetString());
        Assert.Equal(Environment.ProcessId, root.GetProperty("process").GetInt32());
        Assert.Equal("Node a\n\"b\" (process 4711) was silent for 1.5 s.", root.GetProperty("message").GetString());
        var values = root.GetProperty("values");
        Assert.Equal("a\n\"b\"", values.GetProperty("node").GetString());
        Assert.Equal(4711, values.GetProperty("processId").GetInt32());
        Assert.Equal(1.46, values.GetProperty("seconds").GetDouble());
        Assert.False(root.TryGetProperty("failure", out _));
    }

    [Theory]
    [InlineData(LogFormat.Text)]
    [InlineData(LogFormat.Json)]
    public void A_failure_is_told_with_its_type_and_message(LogFormat format)
    {
        var log = new EventLog(_lines.Add, Noon, format);
        log.Write(1, LogLevel.Critical, $"The disk failed:", new TimeoutException("too slow"));
        Assert.Contains("System.TimeoutException: too slow", Assert.Single(_lines), StringComparison.Ordinal);
    }

    [Fact]
    public void Values_that_are_null_or_no_number_of_JSON_are_written()
    {
        var log = new EventLog(_lines.Add, Noon, LogFormat.Json);
        var (nothing, much) = ((string?)null, double.PositiveInfinity);
        log.Write(1, LogLevel.Error, $"{nothing}{much}");
        using var json = JsonDocument.Parse(Assert.Single(_lines));
        var values = json.RootElement.GetProperty("values");
        Assert.Equal(JsonValueKind.Null, values.GetProperty("nothing").ValueKind);
        Assert.Equal("Infinity", values.GetProperty("much").GetString());
    }

    private static void NodeUp(EventLog log, string node, int processId)
    {
        var seconds = 1.46;
        log.Write(4242, LogLevel.Warning, $"Node {node} (process {processId}) was silent for {seconds:0.#} s.");
    }

    private sealed class FixedTime : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(2026, 1, 2, 12, 0, 0, TimeSpan.Zero);
    }
}
