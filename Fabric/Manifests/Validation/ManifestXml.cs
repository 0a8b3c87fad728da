using System;
using System.Collections.Generic;
using System.Linq;
using System.Xml.Linq;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>Reads elements of manifests leniently: what is missing is null or empty, and was found elsewhere.</summary>
internal static class ManifestXml
{
    private const string ParameterAllowed = "a parameter that the manifest declares";

    /// <summary>Gives a document the name of its file, for findings.</summary>
    internal static void SetFile(this XDocument document, string file) => document.AddAnnotation(new FileName(file));

    internal static string File(this XObject place) => place.Document!.Annotation<FileName>()!.Name;

    internal static IEnumerable<XElement> Children(this XElement? parent, string name) =>
        parent?.Elements(Xml.Fabric + name) ?? [];

    internal static XElement? Child(this XElement? parent, string name) => parent?.Element(Xml.Fabric + name);

    internal static string? Value(this XElement? element, string attribute) => (string?)element?.Attribute(attribute);

    internal static bool IsTrue(this XElement? element, string attribute) =>
        element.Value(attribute)?.Trim() is "true" or "1";

    /// <summary>Gets whether a value stands for a parameter of the application, and which one.</summary>
    internal static bool IsParameter(string value, out string name)
    {
        var text = value.Trim();
        var isParameter = text.Length > 2 && text[0] == '[' && text[^1] == ']';
        name = isParameter ? text[1..^1] : "";
        return isParameter;
    }

    /// <summary>Finds an element by an attribute, or says that there is none, and which there are.</summary>
    internal static XElement? Find(this PackageFindings findings, XAttribute? reference, string what,
        IEnumerable<XElement> elements, string attribute = "Name")
    {
        if (reference is null || IsParameter(reference.Value, out _))
            return null;
        var all = elements.ToArray();
        var found = Array.Find(all, e => e.Value(attribute) == reference.Value);
        if (found is null)
        {
            var names = all.Select(e => e.Value(attribute)).OfType<string>().ToArray();
            findings.Invalid(reference, names.Length == 0 ? $"the name of {what}; there is none"
                : $"the name of {what}: {string.Join(", ", names)}");
        }
        return found;
    }

    /// <summary>Says which elements have the name of an earlier one.</summary>
    internal static void CheckDuplicates(
        this PackageFindings findings, IEnumerable<XElement> elements, string attribute = "Name")
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var element in elements)
        {
            if (element.Attribute(attribute) is { } name && !seen.Add(name.Value))
                findings.Invalid(name, "a name that no other one has: there are two");
        }
    }

    /// <summary>Checks a name or version of which folders are made.</summary>
    internal static void CheckName(this PackageFindings findings, XElement element, string attribute)
    {
        if (element.Attribute(attribute) is { Value.Length: > 0 } name && !ManifestName.IsValid(name.Value))
            findings.Invalid(name, ManifestName.Allowed);
    }

    /// <summary>Says which attributes stand for a parameter that is not declared.</summary>
    internal static void CheckParameters(
        this PackageFindings findings, IEnumerable<XElement> elements, IReadOnlyDictionary<string, string> declared)
    {
        foreach (var attribute in elements.DescendantsAndSelf().Attributes())
        {
            if (IsParameter(attribute.Value, out var name) && !declared.ContainsKey(name))
            {
                findings.Invalid(attribute, declared.Count == 0 ? $"{ParameterAllowed}; there is none"
                    : $"{ParameterAllowed}: {string.Join(", ", declared.Keys)}");
            }
        }
    }

    private sealed record FileName(string Name);
}
