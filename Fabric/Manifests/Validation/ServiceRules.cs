using System;
using System.Globalization;
using System.Linq;
using System.Xml.Linq;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>Defines what holds for the numbers and keys of default services and of service templates.</summary>
internal sealed class ServiceRules
{
    private readonly PackageModel _package;

    private ServiceRules(PackageModel package) => _package = package;

    internal static void Check(PackageModel package)
    {
        var rules = new ServiceRules(package);
        var services = package.Manifest.Child("DefaultServices").Children("Service").SelectMany(s => s.Elements());
        foreach (var service in services.Concat(package.Manifest.Child("ServiceTemplates")?.Elements() ?? []))
            rules.Check(service);
    }

    private void Check(XElement service)
    {
        var isStateful = service.Name.LocalName == "StatefulService";
        if (!isStateful && service.Name.LocalName != "StatelessService")
            return;
        Type(service, isStateful ? "StatefulServiceType" : "StatelessServiceType");
        if (isStateful)
        {
            var target = Number(service.Attribute("TargetReplicaSetSize"), 1, int.MaxValue) ?? 1;
            _ = Number(service.Attribute("MinReplicaSetSize"), 1, target, " (TargetReplicaSetSize)");
        }
        else if (Number(service.Attribute("InstanceCount"), -1, int.MaxValue) == 0)
        {
            var count = service.Attribute("InstanceCount")!;
            _package.Findings.Invalid(count, "-1 for an instance on every node, or a whole number from 1 on",
                _package.Resolve(count.Value));
        }
        if (service.Child("UniformInt64Partition") is { } range)
            Range(range);
        _package.Findings.CheckDuplicates(service.Child("NamedPartition").Children("Partition"));
    }

    private void Type(XElement service, string kind)
    {
        if (service.Attribute("ServiceTypeName") is not { } name || Array.Exists(_package.Imports,
            i => i.Manifest is null))
        {
            return;
        }

        var types = _package.Imports.SelectMany(i => i.Types).Where(t => t.Name.LocalName == kind)
            .Select(t => t.Value("ServiceTypeName")).OfType<string>().ToArray();
        var value = _package.Resolve(name.Value);
        if (ManifestXml.IsParameter(value, out _) || types.Contains(value))
            return;
        _package.Findings.Invalid(name, types.Length == 0 ? $"a {kind} that a package declares; there is none"
            : $"a {kind} that a package declares: {string.Join(", ", types)}", value);
    }

    private void Range(XElement range)
    {
        var count = Number(range.Attribute("PartitionCount"), 1, int.MaxValue);
        var low = Number(range.Attribute("LowKey"), long.MinValue, long.MaxValue);
        var high = Number(range.Attribute("HighKey"), long.MinValue, long.MaxValue);
        if (low is not { } first || high is not { } last)
            return;
        var attribute = range.Attribute("HighKey")!;
        if (first > last)
        {
            _package.Findings.Invalid(attribute, $"at least LowKey, {first}", _package.Resolve(attribute.Value));
        }
        else if (count is { } parts && (Int128)last - first + 1 < parts)
        {
            _package.Findings.Invalid(attribute,
                $"at least LowKey + PartitionCount - 1, {(Int128)first + parts - 1}",
                _package.Resolve(attribute.Value));
        }
    }

    // Null: it is not there, or it is wrong and was said to be.
    private long? Number(XAttribute? attribute, long min, long max, string bound = "")
    {
        if (attribute is null)
            return null;
        var text = _package.Resolve(attribute.Value);
        if (ManifestXml.IsParameter(text, out _))
            return null;
        if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value)
            && value >= min && value <= max)
        {
            return value;
        }

        _package.Findings.Invalid(attribute, $"a whole number from {min} to {max}{bound}", text);
        return null;
    }
}
