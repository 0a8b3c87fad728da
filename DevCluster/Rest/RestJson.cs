using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text.Json;
using System.Xml;

namespace SfPerf.DevCluster.Rest;

/// <summary>
/// Describes how Service Fabric's REST interface writes numbers of 64 bits, times, durations, lists and ids.
/// </summary>
internal static class RestJson
{
    private const string Scheme = "fabric:/";
    private const string Never = "0001-01-01T00:00:00.000Z";
    private const decimal TildeVersion = 6.0m;

    /// <summary>Writes a number of 64 bits: a text, because readers may keep fewer bits.</summary>
    internal static void Write64(this Utf8JsonWriter writer, string name, long value) =>
        writer.WriteString(name, value.ToString(CultureInfo.InvariantCulture));

    /// <summary>Writes a time in UTC, to the millisecond.</summary>
    /// <param name="writer">Where to.</param>
    /// <param name="name">The property.</param>
    /// <param name="time">The time; null is written as the year 1, which stands for never.</param>
    internal static void WriteTime(this Utf8JsonWriter writer, string name, DateTimeOffset? time) =>
        writer.WriteString(name, time is { } utc
            ? utc.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture) : Never);

    /// <summary>Writes a duration of ISO 8601.</summary>
    internal static void WriteDuration(this Utf8JsonWriter writer, string name, TimeSpan duration) =>
        writer.WriteString(name, XmlConvert.ToString(duration));

    /// <summary>Writes a list, each item by a function that writes one whole value.</summary>
    internal static void WriteList<T>(
        this Utf8JsonWriter writer, string name, IEnumerable<T> items, Action<Utf8JsonWriter, T> write)
    {
        writer.WriteStartArray(name);
        foreach (var item in items)
            write(writer, item);
        writer.WriteEndArray();
    }

    /// <summary>Writes the list of a thing of which this cluster has none.</summary>
    internal static void WriteNone(this Utf8JsonWriter writer, string name)
    {
        writer.WriteStartArray(name);
        writer.WriteEndArray();
    }

    /// <summary>Writes a map as a list of Key and Value.</summary>
    internal static void WritePairs(
        this Utf8JsonWriter writer, string name, IReadOnlyDictionary<string, string> pairs) =>
        writer.WriteList(name, pairs, static (w, pair) =>
        {
            w.WriteStartObject();
            w.WriteString("Key", pair.Key);
            w.WriteString("Value", pair.Value);
            w.WriteEndObject();
        });

    /// <summary>Gets the id of an application or service: its name without the scheme, with another separator from
    /// version 6.0 on.</summary>
    internal static string IdOf(string name, decimal version)
    {
        var path = name.StartsWith(Scheme, StringComparison.Ordinal) ? name[Scheme.Length..] : name;
        return version < TildeVersion ? path : path.Replace('/', '~');
    }

    /// <summary>Gets the name that an id stands for, with either separator.</summary>
    internal static string NameOf(string id) => Scheme + id.Replace('~', '/');
}
