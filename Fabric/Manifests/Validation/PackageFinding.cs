using System;
using System.Collections.Generic;
using System.Linq;
using System.Xml;
using System.Xml.Linq;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>Represents one thing that is wrong with a package.</summary>
/// <param name="File">The file, as the user would name it.</param>
/// <param name="Line">The line, from 1; 0 where the whole file or folder is meant.</param>
/// <param name="Problem">What is wrong, and what is allowed.</param>
/// <param name="IsWarning">Whether Service Fabric accepts it all the same.</param>
internal sealed record PackageFinding(string File, int Line, string Problem, bool IsWarning)
{
    public override string ToString() =>
        $"{File}{(Line > 0 ? $"({Line})" : "")}: {(IsWarning ? "warning: " : "")}{Problem}";
}

/// <summary>Gathers what is wrong with a package; nothing that is found ends the search.</summary>
internal sealed class PackageFindings
{
    private readonly List<PackageFinding> _all = [];

    /// <summary>Gets the findings by file and line, each once.</summary>
    internal IReadOnlyList<PackageFinding> Sorted =>
        [.. _all.Distinct().OrderBy(f => f.File, StringComparer.Ordinal).ThenBy(f => f.Line)];

    internal bool HasErrors => _all.Exists(f => !f.IsWarning);

    internal void Error(XObject place, string problem) => Add(place, problem, isWarning: false);

    internal void Warning(XObject place, string problem) => Add(place, problem, isWarning: true);

    internal void Error(string file, int line, string problem) => _all.Add(new(file, line, problem, IsWarning: false));

    internal void Warning(string file, int line, string problem) => _all.Add(new(file, line, problem, IsWarning: true));

    /// <summary>Says that the value of an attribute is not allowed.</summary>
    internal void Invalid(XAttribute attribute, string allowed, string? resolved = null) =>
        Error(attribute, $"Attribute '{attribute.Name.LocalName}' of '{attribute.Parent!.Name.LocalName}' is "
            + (resolved is null || resolved == attribute.Value ? $"'{attribute.Value}'"
                : $"'{resolved}' (from {attribute.Value})") + $". Allowed: {allowed}.");

    private void Add(XObject place, string problem, bool isWarning) =>
        _all.Add(new(place.File(), ((IXmlLineInfo)place).LineNumber, problem, isWarning));
}
