using System;
using System.Collections.Generic;
using System.Linq;
using System.Xml.Linq;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>
/// Defines what the policies of a service package refer to: code packages, endpoints, principals, certificates.
/// </summary>
internal sealed class PolicyRules
{
    private readonly PackageFindings _findings;
    private readonly ImportedPackage _import;
    private readonly XElement[] _principals;
    private readonly XElement[] _certificates;
    private readonly XElement[] _secrets;

    private PolicyRules(PackageModel package, ImportedPackage import)
    {
        _findings = package.Findings;
        _import = import;
        var principals = package.Manifest.Child("Principals");
        _principals =
        [
            .. principals.Child("Groups").Children("Group"), .. principals.Child("Users").Children("User"),
        ];
        var certificates = package.Manifest.Child("Certificates");
        _certificates = [.. certificates.Children("EndpointCertificate")];
        _secrets = [.. certificates.Children("SecretsCertificate")];
    }

    internal static void Check(PackageModel package, ImportedPackage import)
    {
        var rules = new PolicyRules(package, import);
        if (import == package.Imports[0])
            rules.CheckApplication(package.Manifest);
        if (import.Manifest is not null)
            rules.CheckImport();
    }

    private void CheckApplication(XElement manifest)
    {
        _findings.CheckDuplicates(_principals);
        var groups = _principals.Where(p => p.Name.LocalName == "Group").ToArray();
        foreach (var user in _principals.Where(p => p.Name.LocalName == "User"))
        {
            foreach (var group in user.Child("MemberOf").Children("Group"))
                _ = _findings.Find(group.Attribute("NameRef"), "a group of 'Principals'", groups);
            var type = user.Value("AccountType") ?? "LocalUser";
            if (type is "DomainUser" or "ManagedServiceAccount" && string.IsNullOrEmpty(user.Value("AccountName")))
                _findings.Error(user, $"A '{type}' lacks the attribute 'AccountName'.");
            if (type == "DomainUser" && string.IsNullOrEmpty(user.Value("Password")))
                _findings.Error(user, "A 'DomainUser' lacks the attribute 'Password'.");
            if (type != "DomainUser" && user.Attribute("Password") is { Value.Length: > 0 })
                _findings.Error(user, $"A '{type}' may not have the attribute 'Password'; a DomainUser has it.");
        }
        foreach (var attribute in manifest.Child("Policies").Child("DefaultRunAsPolicy")?.Attributes("UserRef") ?? [])
            Principal(attribute);
        _findings.CheckDuplicates(_certificates);
    }

    private void CheckImport()
    {
        foreach (var variables in _import.Import.Children("EnvironmentOverrides"))
            Code(variables.Attribute("CodePackageRef"));
        var policies = _import.Import.Child("Policies")?.Elements().ToArray() ?? [];
        CheckRunAs([.. policies.Where(p => p.Name.LocalName == "RunAsPolicy")]);
        foreach (var policy in policies)
        {
            switch (policy.Name.LocalName)
            {
                case "SecurityAccessPolicy":
                    Principal(policy.Attribute("PrincipalRef"));
                    Resource(policy);
                    break;
                case "EndpointBindingPolicy":
                    Binding(policy);
                    break;
                case "ResourceGovernancePolicy" or "ContainerHostPolicies":
                    Code(policy.Attribute("CodePackageRef"));
                    break;
                case "PackageSharingPolicy":
                    _ = _findings.Find(policy.Attribute("PackageRef"), $"a package of '{_import.Name}'",
                        [.. _import.Codes, .. _import.Configs, .. _import.Data]);
                    break;
            }
        }
        Once("SecurityAccessPolicy", "ResourceRef");
        Once("EndpointBindingPolicy", "EndpointRef");
        Once("ResourceGovernancePolicy", "CodePackageRef");
        Once("PackageSharingPolicy", "PackageRef");

        void Once(string policy, string attribute) =>
            _findings.CheckDuplicates(policies.Where(p => p.Name.LocalName == policy), attribute);
    }

    private void CheckRunAs(XElement[] policies)
    {
        var taken = new HashSet<(string, string)>();
        foreach (var policy in policies)
        {
            Principal(policy.Attribute("UserRef"));
            var code = Code(policy.Attribute("CodePackageRef"));
            var entry = policy.Value("EntryPointType") ?? "Main";
            if (entry == "Setup" && code is not null && code.Child("SetupEntryPoint") is null)
            {
                _findings.Invalid(policy.Attribute("EntryPointType")!,
                    $"Main, All; the code package '{code.Value("Name")}' has no SetupEntryPoint");
            }
            var package = policy.Value("CodePackageRef") ?? "";
            // All entries must be kept: a later policy may meet either of them.
            var isFree = (entry == "All" ? ["Main", "Setup"] : new[] { entry })
                .Aggregate(seed: true, (free, one) => taken.Add((package, one)) && free);
            if (!isFree)
            {
                _findings.Error(policy, $"The code package '{package}' has two RunAs policies for the same entry "
                    + "point. "
                    + "Allowed: one for All, or one for Main and one for Setup.");
            }
        }
    }

    private void Resource(XElement policy)
    {
        if (policy.Value("ResourceType") == "Certificate")
            _ = _findings.Find(policy.Attribute("ResourceRef"), "a certificate", [.. _secrets, .. _certificates]);
        else
            _ = Endpoint(policy.Attribute("ResourceRef"));
    }

    private void Binding(XElement policy)
    {
        _ = _findings.Find(policy.Attribute("CertificateRef"), "an endpoint certificate", _certificates);
        if (Endpoint(policy.Attribute("EndpointRef")) is not { } endpoint)
            return;
        var changed = _import.Import.Child("ResourceOverrides").Child("Endpoints").Children("Endpoint")
            .FirstOrDefault(e => e.Value("Name") == endpoint.Value("Name")).Value("Protocol");
        var protocol = changed ?? endpoint.Value("Protocol") ?? "tcp";
        if (!string.Equals(protocol, "https", StringComparison.OrdinalIgnoreCase)
            && !ManifestXml.IsParameter(protocol, out _))
        {
            _findings.Invalid(policy.Attribute("EndpointRef")!,
                $"an endpoint with the protocol https; this one's is {protocol}");
        }
    }

    private XElement? Endpoint(XAttribute? reference) =>
        _findings.Find(reference, $"an endpoint of '{_import.Name}'", _import.Endpoints);

    private XElement? Code(XAttribute? reference) =>
        _findings.Find(reference, $"a code package of '{_import.Name}'", _import.Codes);

    private void Principal(XAttribute? reference) =>
        _ = _findings.Find(reference, "a user or group of 'Principals'", _principals);
}
