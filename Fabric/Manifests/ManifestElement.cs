using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Xml;
using System.Xml.Linq;
using SfPerf.Platform;

namespace SfPerf.Fabric.Manifests;

/// <summary>
/// Represents one element of a manifest with its place, read strictly: what is not allowed is an error with its line.
/// </summary>
internal sealed class ManifestElement
{
    private readonly XElement _element;
    private readonly string _file;
    private readonly List<ManifestNote>? _notes;
    private string[] _ignored = [];
    private ParameterScope _scope;

    private ManifestElement(XElement element, string file, ParameterScope scope, List<ManifestNote>? notes)
    {
        _element = element;
        _file = file;
        _scope = scope;
        _notes = notes;
    }

    internal string Name => _element.Name.LocalName;

    internal string Text => _element.Value.Trim();

    /// <summary>Reads a file whose root must be the given element of the given namespace.</summary>
    /// <param name="file">The file.</param>
    /// <param name="root">The name of the root element.</param>
    /// <param name="space">The namespace of the root element.</param>
    /// <param name="notes">Takes a sentence for each part that has no effect; null where nothing is ignored.</param>
    internal static ManifestElement Load(string file, string root, XNamespace space, List<ManifestNote>? notes = null)
    {
        var document = ManifestException.Guard(file, () => BoundedXml.Load(file));
        var element = new ManifestElement(document.Root!, file, ParameterScope.None, notes);
        if (element.Name != root)
            throw element.Wrong($"The root element is '{element.Name}'. Allowed: {root}.");
        if (document.Root!.Name.Namespace != space)
        {
            throw element.Wrong(
                $"The namespace of '{root}' is '{document.Root.Name.NamespaceName}'. Allowed: {space}.");
        }

        return element;
    }

    internal ManifestException Wrong(string problem) =>
        new(_file, ((IXmlLineInfo)_element).LineNumber, problem);

    /// <summary>Sets the parameters that references in attributes of this element and below stand for.</summary>
    internal void Use(ParameterScope scope) => _scope = scope;

    /// <summary>
    /// Names attributes and child elements that are known and have no effect on this cluster: the next check of either
    /// passes them over, with a note for the user.
    /// </summary>
    internal ManifestElement Ignore(params string[] names)
    {
        _ignored = names;
        return this;
    }

    private bool IsIgnored(IXmlLineInfo place, string name)
    {
        if (!_ignored.Contains(name))
            return false;
        Note(place, $"'{name}' of '{Name}' has no effect on this cluster.");
        return true;
    }

    /// <summary>Notes something about this element that the user should know and that stops nothing.</summary>
    internal void Note(string text) => Note(_element, text);

    private void Note(IXmlLineInfo place, string text) => _notes?.Add(new(_file, place.LineNumber, text));

    /// <summary>Checks that the element has no other attributes than these.</summary>
    internal ManifestElement Attributes(params string[] allowed)
    {
        foreach (var attribute in _element.Attributes().Where(a => !a.IsNamespaceDeclaration))
        {
            if (attribute.Name.Namespace != XNamespace.None || allowed.Contains(attribute.Name.LocalName)
                || IsIgnored(attribute, attribute.Name.LocalName))
            {
                continue;
            }

            throw WrongAt(attribute, $"'{Name}' has no attribute '{attribute.Name.LocalName}'. "
                + Suggestion.For(attribute.Name.LocalName, allowed));
        }
        return this;
    }

    /// <summary>Gets the child elements, after a check that there are no others than these.</summary>
    internal IReadOnlyList<ManifestElement> Elements(params string[] allowed)
    {
        var children = _element.Elements().Where(e => !IsIgnored(e, e.Name.LocalName))
            .Select(e => new ManifestElement(e, _file, _scope, _notes)).ToArray();
        foreach (var child in children.Where(c => !allowed.Contains(c.Name)))
        {
            throw child.Wrong($"'{Name}' has no element '{child.Name}' in this runtime. "
                + Suggestion.For(child.Name, allowed));
        }
        return children;
    }

    /// <summary>Gets the one child of that name, or null.</summary>
    internal ManifestElement? Single(IReadOnlyList<ManifestElement> children, string name)
    {
        var found = children.Where(c => c.Name == name).ToArray();
        if (found.Length > 1)
            throw found[1].Wrong($"'{Name}' has more than one element '{name}'.");
        return found.Length == 0 ? null : found[0];
    }

    internal ManifestElement Required(IReadOnlyList<ManifestElement> children, string name) =>
        Single(children, name) ?? throw Wrong($"'{Name}' lacks the element '{name}'.");

    internal string? Optional(string attribute) => _element.Attribute(attribute) is { } a ? Value(a) : null;

    /// <summary>Gets an attribute that must be there and not empty.</summary>
    internal string Required(string attribute)
    {
        var value = Optional(attribute) ?? throw Wrong($"'{Name}' lacks the attribute '{attribute}'.");
        return value.Length > 0 ? value : throw Invalid(attribute, value, "any text but the empty one");
    }

    /// <summary>Gets an attribute that must be a name or a version.</summary>
    internal string RequiredName(string attribute) => Required(attribute) is var name && ManifestName.IsValid(name)
        ? name : throw Invalid(attribute, name, ManifestName.Allowed);

    internal int Int32(string attribute, int fallback, int min, int max)
    {
        if (Optional(attribute) is not { Length: > 0 } text)
            return fallback;
        return int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value)
            && value >= min && value <= max
            ? value : throw Invalid(attribute, text, $"a whole number from {min} to {max}");
    }

    internal long Int64(string attribute)
    {
        var text = Required(attribute);
        return long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value)
            ? value : throw Invalid(attribute, text, $"a whole number from {long.MinValue} to {long.MaxValue}");
    }

    internal bool Boolean(string attribute, bool fallback) => Optional(attribute) switch
    {
        null => fallback,
        "true" or "1" => true,
        "false" or "0" => false,
        var text => throw Invalid(attribute, text, "true, false"),
    };

    internal string OneOf(string attribute, string fallback, params string[] allowed)
    {
        var text = Optional(attribute) ?? fallback;
        return allowed.Contains(text) ? text : throw Invalid(attribute, text, string.Join(", ", allowed));
    }

    /// <summary>Gets the text of an element that is a placement constraint.</summary>
    internal string Constraint()
    {
        var text = _scope.Resolve(Text, this, Name);
        try
        {
            _ = PlacementConstraint.Parse(text);
            return text;
        }
        catch (FormatException e)
        {
            throw Wrong(e.Message);
        }
    }

    internal ManifestException Invalid(string attribute, string value, string allowed) =>
        WrongAt(_element.Attribute(attribute) ?? (IXmlLineInfo)_element,
            $"Attribute '{attribute}' of '{Name}' is '{value}'{Origin(attribute, value)}. Allowed: {allowed}.");

    // A value that came in through [Parameter] is wrong where the parameter was set: say so.
    private string Origin(string attribute, string value) =>
        _element.Attribute(attribute)?.Value is { } raw && raw != value ? $" (from {raw})" : "";

    private string Value(XAttribute attribute) => _scope.Resolve(attribute.Value, this, attribute.Name.LocalName);

    private ManifestException WrongAt(IXmlLineInfo place, string problem) => new(_file, place.LineNumber, problem);
}

/// <summary>The namespaces of the files that a deployment is made of.</summary>
internal static class Xml
{
    internal static readonly XNamespace Fabric = "http://schemas.microsoft.com/2011/01/fabric";

    internal static readonly XNamespace Tools = "http://schemas.microsoft.com/2015/05/fabrictools";
}
