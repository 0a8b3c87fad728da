using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Commands.Parameters;


namespace SfPerf.Client.Tests.Parameters;

/// <summary>Loads parameters from texts and remembers what came out.</summary>
internal sealed class Given
{
    private const string Totals = "\"NumWriteOperationsTotal\": 4096, \"NumReadOperationsTotal\": 4096";
    private readonly Hashtable _environment = [];
    private readonly List<string> _settings = [];
    private readonly List<string> _overrides = [];

    /// <summary>Gets the kind of file; null for what its scenario says.</summary>
    public ParameterCatalogue? Catalogue { get; init; } = RunCatalogue.Instance;

    /// <summary>Gets the name given to the file in messages.</summary>
    public string FileName { get; init; } = "p.json";

    public string? Content { get; init; }

    /// <summary>Gets the file's bytes where they are no text.</summary>
    public byte[]? Bytes { get; init; }

    /// <summary>A file with the two totals and the given members.</summary>
    public static Given Json(string members = "") => File($"{{ {Totals}{(members.Length > 0 ? ", " : "")}{members} }}");

    public static Given File(string content, string name = "p.json") => new() { Content = content, FileName = name };

    public Given Environment(string name, string value)
    {
        _environment[name] = value;
        return this;
    }

    public Given Set(string setting)
    {
        _settings.Add(setting);
        return this;
    }

    public Given Override(string argument)
    {
        _overrides.Add(argument);
        return this;
    }

    public ParameterSet Load(out string[] problems)
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, FileName);
        if (Content is not null)
            System.IO.File.WriteAllText(path, Content);
        if (Bytes is not null)
            System.IO.File.WriteAllBytes(path, Bytes);
        var set = ParameterLoader.Load(
            new ParameterSources(path, _environment, _settings, _overrides), Catalogue, out var found);
        problems = found.Select(p => p.ToString().Replace(folder.Path + Path.DirectorySeparatorChar, "")).ToArray();
        return set;
    }

    public string[] Problems()
    {
        Load(out var problems);
        return problems;
    }

    public ParameterSet LoadValid()
    {
        var set = Load(out var problems);
        Xunit.Assert.Empty(problems);
        return set;
    }
}
