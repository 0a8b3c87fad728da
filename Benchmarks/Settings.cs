using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Globalization;

namespace SfPerf.Benchmarks;

/// <summary>Represents what a benchmark is asked to do: NAME=VALUE words.</summary>
internal sealed class Settings
{
    private static readonly FrozenSet<string> Names = FrozenSet.Create(
        "actors", "binding", "bytes", "connections", "folder", "fsync", "gather", "gen0", "id", "interval", "keys",
        "outstanding", "partitions", "primaries", "receive", "replicas", "request", "rounds", "seconds");

    private readonly Dictionary<string, string> _values = [];

    /// <exception cref="BadSettingException">A word is no setting, is there twice, or has a value that is none.
    /// </exception>
    internal Settings(string[] words)
    {
        foreach (var word in words)
        {
            var at = word.IndexOf('=', StringComparison.Ordinal);
            if (at < 0)
                throw new BadSettingException($"'{word}' is no setting: NAME=VALUE.");
            if (!Names.Contains(word[..at]))
                throw new BadSettingException($"There is no setting '{word[..at]}': {string.Join(", ", Names)}.");
            if (!_values.TryAdd(word[..at], word[(at + 1)..]))
                throw new BadSettingException($"'{word[..at]}' is set twice.");
            Check(word[..at]);
        }
        Words = words;
    }

    internal string[] Words { get; }

    internal int Replicas => Number("replicas", 3);

    internal int Primaries => Number("primaries", 1);

    internal int Processes => Math.Max(Replicas, Primaries);

    internal int Outstanding => Number("outstanding", 64);

    internal int Bytes => Number("bytes", 1024);

    internal int Seconds => Number("seconds", 3);

    internal int Rounds => Number("rounds", 3);

    internal bool Fsync => Flag("fsync");

    internal string Text(string name, string otherwise) => _values.GetValueOrDefault(name, otherwise);

    /// <summary>Gets whether it is true, or not set.</summary>
    internal bool Flag(string name) => Text(name, "true") switch
    {
        "true" => true,
        "false" => false,
        var text => throw new BadSettingException($"{name}={text}: true or false."),
    };

    internal int Number(string name, int otherwise)
    {
        if (!_values.TryGetValue(name, out var text))
            return otherwise;
        var least = name is "gather" or "gen0" ? 0 : 1;
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least
            ? number : throw new BadSettingException($"{name}={text}: a whole number, at least {least}.");
    }

    private void Check(string name)
    {
        if (name is "fsync" or "receive")
            Flag(name);
        else if (name is not ("binding" or "folder"))
            Number(name, 0);
    }
}

/// <summary>Thrown when a benchmark is asked for something that it cannot do.</summary>
internal sealed class BadSettingException(string message) : Exception(message);
