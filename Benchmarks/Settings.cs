using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace SfPerf.Benchmarks;

/// <summary>Represents what a benchmark is asked to do: NAME=VALUE words.</summary>
internal sealed class Settings
{
    private readonly Dictionary<string, string> _values;

    internal Settings(string[] words)
    {
        _values = words.Select(w => w.Split('=', 2)).ToDictionary(w => w[0], w => w.Length > 1 ? w[1] : "");
        Words = words;
    }

    internal string[] Words { get; }

    internal int Replicas => Number("replicas", 3);

    internal int Outstanding => Number("outstanding", 64);

    internal int Bytes => Number("bytes", 1024);

    internal int Seconds => Number("seconds", 3);

    internal int Rounds => Number("rounds", 3);

    internal bool Fsync => Text("fsync", "true") == "true";

    internal string Text(string name, string otherwise) => _values.GetValueOrDefault(name, otherwise);

    internal int Number(string name, int otherwise) =>
        _values.TryGetValue(name, out var text) ? int.Parse(text, CultureInfo.InvariantCulture) : otherwise;
}
