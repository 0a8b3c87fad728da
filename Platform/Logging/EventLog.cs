using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace SfPerf.Platform.Logging;

/// <summary>Specifies how a log is written.</summary>
public enum LogFormat
{
    /// <summary>Time, level, number of the event and a sentence, for people.</summary>
    Text,

    /// <summary>One JSON object a line, with the values of the sentence by their names, for programs.</summary>
    Json,
}

/// <summary>Specifies how much an entry of a log matters.</summary>
public enum LogLevel
{
    /// <summary>The usual course of things.</summary>
    Information,

    /// <summary>Something that the system deals with by itself.</summary>
    Warning,

    /// <summary>Something that failed.</summary>
    Error,

    /// <summary>The process or its disk can not go on.</summary>
    Critical,
}

/// <summary>
/// The log of a process. Each entry has the number of its event, a level and a sentence, and is one line. It is written
/// at once, on the caller's thread. Any thread may call it, if any may call what it writes to.
/// </summary>
/// <remarks>
/// It is ours because it runs in the processes of services: a logging package there would have to be of the version
/// that the service itself uses (docs/decisions/0014-no-package-in-a-services-process.md).
/// </remarks>
/// <param name="write">Takes a line, without its end. Must not throw.</param>
/// <param name="time">The clock of the entries.</param>
/// <param name="format">How lines are written.</param>
public sealed class EventLog(Action<string> write, TimeProvider time, LogFormat format)
{
    /// <summary>The environment variable that names the format of a process and of those that it starts.</summary>
    public const string FormatVariable = "SFPERF_LOG_FORMAT";

    private static readonly JsonWriterOptions JsonOptions = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Gets the format that the environment of this process names: text, unless it is "json".</summary>
    public static LogFormat FormatOfProcess { get; } = string.Equals(
        Environment.GetEnvironmentVariable(FormatVariable), nameof(LogFormat.Json), StringComparison.OrdinalIgnoreCase)
        ? LogFormat.Json : LogFormat.Text;

    /// <summary>Gets the log of this process, which goes to standard error.</summary>
    public static EventLog OfProcess { get; } = new(
        static line => Console.Error.WriteLine(line), TimeProvider.System, FormatOfProcess);

    /// <summary>Gets a log that nobody reads.</summary>
    public static EventLog None { get; } = new(static _ => { }, TimeProvider.System, LogFormat.Text);

    /// <summary>Writes an entry.</summary>
    /// <param name="id">The number of the event, which is its own in the whole product.</param>
    /// <param name="level">How much it matters.</param>
    /// <param name="sentence">What happened. The expressions of its values are their names in JSON.</param>
    /// <param name="failure">Why, with its stack.</param>
    /// <param name="name">The name of the event: that of the method that calls this one.</param>
    public void Write(
        int id, LogLevel level, LogSentence sentence, Exception? failure = null, [CallerMemberName] string name = "") =>
        write(format == LogFormat.Json
            ? Json(id, level, sentence, failure, name)
            : $"{Now()} {Short(level)} {id} {sentence.Text}{(failure is null ? "" : $" {failure}")}");

    private static string Short(LogLevel level) => level switch
    {
        LogLevel.Information => "info",
        LogLevel.Warning => "warn",
        LogLevel.Error => "fail",
        _ => "crit",
    };

    private string Now() => time.GetUtcNow().ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture);

    private string Json(int id, LogLevel level, LogSentence sentence, Exception? failure, string name)
    {
        using var buffer = new MemoryStream();
        using (var json = new Utf8JsonWriter(buffer, JsonOptions))
        {
            json.WriteStartObject();
            json.WriteString("time", Now());
            json.WriteString("level", level.ToString());
            json.WriteNumber("id", id);
            json.WriteString("event", name);
            json.WriteNumber("process", Environment.ProcessId);
            json.WriteString("message", sentence.Text);
            if (failure is not null)
                json.WriteString("failure", failure.ToString());
            // An object of their own: the name of a value may be that of a member above.
            json.WriteStartObject("values");
            foreach (var (key, value) in sentence.Values)
                WriteValue(json, key, value);
            json.WriteEndObject();
            json.WriteEndObject();
        }
        return Encoding.UTF8.GetString(buffer.GetBuffer(), 0, (int)buffer.Length);
    }

    private static void WriteValue(Utf8JsonWriter json, string name, object? value)
    {
        if (value is int or long)
            json.WriteNumber(name, Convert.ToInt64(value, CultureInfo.InvariantCulture));
        else if (value is double number && double.IsFinite(number))
            json.WriteNumber(name, number);
        else
            json.WriteString(name, value is null ? null : Convert.ToString(value, CultureInfo.InvariantCulture));
    }
}

/// <summary>The sentence of an entry, with its values and their names.</summary>
[InterpolatedStringHandler]
public readonly struct LogSentence
{
    private readonly StringBuilder _text;
    private readonly List<(string Name, object? Value)> _values;

    /// <summary>Begins a sentence, as the compiler calls it.</summary>
    public LogSentence(int literalLength, int formattedCount)
    {
        _text = new(literalLength + (formattedCount * 16));
        _values = new(formattedCount);
    }

    /// <summary>Gets what people read.</summary>
    internal string Text => _text.ToString();

    /// <summary>Gets the values in the sentence, in its order.</summary>
    internal IReadOnlyList<(string Name, object? Value)> Values => _values;

    /// <summary>Adds words.</summary>
    public void AppendLiteral(string value) => _text.Append(value);

    /// <summary>Adds a value.</summary>
    public void AppendFormatted<T>(
        T value, string? format = null, [CallerArgumentExpression(nameof(value))] string name = "")
    {
        _text.Append(value is IFormattable formattable
            ? formattable.ToString(format, CultureInfo.InvariantCulture) : value?.ToString());
        _values.Add((name, value));
    }
}
