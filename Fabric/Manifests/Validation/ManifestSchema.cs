using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using SfPerf.Platform;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>
/// Checks a file of a package against Service Fabric's own schema (version 6.4, the last one that was published;
/// microsoft/service-fabric, MIT licence: see the notice beside it), and says what the schema allows instead.
/// </summary>
internal sealed class ManifestSchema
{
    private const string Resource = "ServiceFabricServiceModel.xsd";

    /// <summary>Attributes that clusters newer than the schema know.</summary>
    internal static readonly string[] NewerAttributes =
    [
        "ServicePlacementTimeLimitSeconds", "MinInstanceCount", "MinInstancePercentage",
        "InstanceCloseDelayDurationSeconds", "InstanceRestartWaitDurationSeconds",
    ];

    private static readonly string[] NewerElements = ["ManagedIdentities", "IdentityBindingPolicy"];
    private static readonly Lock Gate = new();
    private static XmlSchemaSet? _schemas;

    private readonly PackageFindings _findings;
    private readonly XmlSchemaValidator _validator;
    private string? _problem;

    private ManifestSchema(PackageFindings findings)
    {
        _findings = findings;
        var schemas = Schemas();
        _validator = new XmlSchemaValidator(
            schemas.NameTable, schemas, new XmlNamespaceManager(schemas.NameTable), XmlSchemaValidationFlags.None);
        _validator.ValidationEventHandler += (_, e) => _problem ??= e.Message;
    }

    /// <summary>Checks a document whose root is known to be of Service Fabric's namespace.</summary>
    internal static void Check(XDocument document, PackageFindings findings)
    {
        lock (Gate)
        {
            var schema = new ManifestSchema(findings);
            schema._validator.Initialize();
            schema.Element(document.Root!);
        }
    }

    // Compiling takes a moment, and a set is not made for several threads.
    private static XmlSchemaSet Schemas()
    {
        if (_schemas is not null)
            return _schemas;
        using var stream = typeof(ManifestSchema).Assembly.GetManifestResourceStream(Resource)!;
        using var reader = XmlReader.Create(
            stream, new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null });
        var schemas = new XmlSchemaSet { XmlResolver = null };
        _ = schemas.Add(Xml.Fabric.NamespaceName, reader);
        schemas.Compile();
        return _schemas = schemas;
    }

    private void Element(XElement element)
    {
        var info = new XmlSchemaInfo();
        _validator.ValidateElement(element.Name.LocalName, element.Name.NamespaceName, info);
        if (Took(out var problem))
        {
            _findings.Error(element, problem);
            _validator.SkipToEndElement(info);
            return;
        }
        // What an extension holds is for the tool that wrote it: the schema takes any element of another namespace.
        if (element.Name.Namespace != Xml.Fabric)
        {
            _validator.SkipToEndElement(info);
            return;
        }
        Attributes(element, info);
        foreach (var node in element.Nodes())
        {
            if (node is XElement child)
                Child(element, child);
            else if (node is XText text)
                Text(element, text);
        }
        var expected = Names(_validator.GetExpectedParticles(), requiredOnly: true);
        _ = _validator.ValidateEndElement(info);
        if (!Took(out problem))
            return;
        _findings.Error(element, info.SchemaType is XmlSchemaSimpleType simple
            ? $"'{element.Name.LocalName}' is '{element.Value}'. Allowed: {Values(simple)}."
            : expected.Length > 0 ? $"'{element.Name.LocalName}' lacks an element. Allowed: {Joined(expected)}."
            : problem);
    }

    // An element that the schema does not expect is passed over: the validator would judge none of those after it.
    private void Child(XElement parent, XElement child)
    {
        var particles = _validator.GetExpectedParticles();
        var expected = Names(particles, requiredOnly: false);
        if (Array.Exists(particles, p => p is XmlSchemaAny)
            || (child.Name.Namespace == Xml.Fabric && expected.Contains(child.Name.LocalName)))
        {
            Element(child);
            return;
        }
        var name = child.Name.LocalName;
        if (NewerElements.Contains(name))
        {
            _findings.Warning(child, $"'{name}' is newer than the schema of Service Fabric 6.4: nothing in it was "
                + "checked, and a cluster that does not know it refuses the package.");
            return;
        }
        _findings.Error(child, $"'{parent.Name.LocalName}' may not have the element '{name}' here. "
            + (expected.Length == 0 ? "No further element is allowed." : Suggestion.For(name, expected)));
    }

    private void Text(XElement element, XText text)
    {
        if (string.IsNullOrWhiteSpace(text.Value))
            _validator.ValidateWhitespace(text.Value);
        else
            _validator.ValidateText(text.Value);
        if (Took(out _))
            _findings.Error(text, $"'{element.Name.LocalName}' may hold elements only, no text.");
    }

    private void Attributes(XElement element, XmlSchemaInfo info)
    {
        var declared = _validator.GetExpectedAttributes().ToDictionary(a => a.QualifiedName.Name);
        var isOpen = info.SchemaType is XmlSchemaComplexType { AttributeWildcard: not null };
        foreach (var attribute in element.Attributes().Where(a => a.Name.Namespace == XNamespace.None
            && !a.IsNamespaceDeclaration))
        {
            var name = attribute.Name.LocalName;
            if (!declared.TryGetValue(name, out var known))
            {
                if (!isOpen)
                    Unknown(attribute, [.. declared.Keys]);
                continue;
            }
            _ = _validator.ValidateAttribute(name, "", attribute.Value, new XmlSchemaInfo());
            if (Took(out _))
                _findings.Invalid(attribute, Values(known.AttributeSchemaType!));
        }
        foreach (var missing in _validator.GetExpectedAttributes().Where(a => a.Use == XmlSchemaUse.Required))
        {
            _findings.Error(element,
                $"'{element.Name.LocalName}' lacks the attribute '{missing.QualifiedName.Name}'.");
        }
        _validator.ValidateEndOfAttributes(info);
        _ = Took(out _);
    }

    private void Unknown(XAttribute attribute, string[] allowed)
    {
        var name = attribute.Name.LocalName;
        if (NewerAttributes.Contains(name))
        {
            _findings.Warning(attribute, $"'{name}' is newer than the schema of Service Fabric 6.4: a cluster "
                + "that does "
                + "not know it refuses the package.");
            return;
        }
        _findings.Error(attribute, $"'{attribute.Parent!.Name.LocalName}' has no attribute '{name}'. "
            + Suggestion.For(name, allowed));
    }

    private bool Took(out string problem)
    {
        // The names of the schema's one namespace only lengthen the sentence.
        problem = _problem?.Replace($" in namespace '{Xml.Fabric}'", "", StringComparison.Ordinal) ?? "";
        _problem = null;
        return problem.Length > 0;
    }

    private static string Joined(IEnumerable<string> names) => string.Join(", ", names);

    private static string[] Names(XmlSchemaParticle[] particles, bool requiredOnly) =>
    [
        .. particles.OfType<XmlSchemaElement>().Where(e => !requiredOnly || e.MinOccurs > 0)
            .Select(e => e.QualifiedName.Name).Distinct(),
    ];

    private static string Values(XmlSchemaSimpleType type)
    {
        var facets = (type.Content as XmlSchemaSimpleTypeRestriction)?.Facets.Cast<XmlSchemaFacet>().ToArray() ?? [];
        var values = facets.OfType<XmlSchemaEnumerationFacet>().Select(f => f.Value!).ToArray();
        if (values.Length > 0)
            return Joined(values);
        if (type.TypeCode == XmlTypeCode.Boolean)
            return "true, false";
        if (Array.Exists(facets, f => f is XmlSchemaMinLengthFacet))
            return "any text but the empty one";
        var low = facets.OfType<XmlSchemaMinInclusiveFacet>().FirstOrDefault()?.Value;
        var high = facets.OfType<XmlSchemaMaxInclusiveFacet>().FirstOrDefault()?.Value;
        return type.TypeCode != XmlTypeCode.Int ? $"a value of the type {type.TypeCode}"
            : $"a whole number from {low ?? int.MinValue.ToString(CultureInfo.InvariantCulture)} to "
                + $"{high ?? int.MaxValue.ToString(CultureInfo.InvariantCulture)}";
    }
}
