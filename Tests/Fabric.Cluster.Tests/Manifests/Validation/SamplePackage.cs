using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Manifests.Validation;

namespace SfPerf.Fabric.Cluster.Tests.Manifests.Validation;

/// <summary>A package with one of everything that Service Fabric checks, and nothing wrong, to be spoilt by one test.
/// </summary>
internal sealed class SamplePackage : IDisposable
{
    internal const string Manifest = "ApplicationManifest.xml";
    internal const string StoreManifest = "StorePkg/ServiceManifest.xml";
    internal const string Settings = "StorePkg/Config/Settings.xml";
    internal const string Program = "StorePkg/Code/Store";

    private static readonly Dictionary<string, string> Files = new()
    {
        [Manifest] = """
            <ApplicationManifest xmlns="http://schemas.microsoft.com/2011/01/fabric" ApplicationTypeName="ShopType"
                                 ApplicationTypeVersion="1.0.0">
              <Parameters>
                <Parameter Name="Instances" DefaultValue="2" />
                <Parameter Name="Min" DefaultValue="2" />
              </Parameters>
              <ServiceManifestImport>
                <ServiceManifestRef ServiceManifestName="StorePkg" ServiceManifestVersion="1.0.0" />
                <ConfigOverrides>
                  <ConfigOverride Name="Config">
                    <Settings>
                      <Section Name="Limits">
                        <Parameter Name="Rate" Value="[Instances]" />
                      </Section>
                    </Settings>
                  </ConfigOverride>
                </ConfigOverrides>
                <Policies>
                  <RunAsPolicy CodePackageRef="Code" UserRef="Admin" EntryPointType="Main" />
                  <SecurityAccessPolicy ResourceRef="Web" PrincipalRef="Admin" />
                  <EndpointBindingPolicy EndpointRef="Web" CertificateRef="WebCertificate" />
                  <ResourceGovernancePolicy CodePackageRef="Code" MemoryInMB="100" />
                </Policies>
              </ServiceManifestImport>
              <ServiceTemplates>
                <StatelessService ServiceTypeName="WebType" InstanceCount="1">
                  <SingletonPartition />
                </StatelessService>
              </ServiceTemplates>
              <DefaultServices>
                <Service Name="Web">
                  <StatelessService ServiceTypeName="WebType" InstanceCount="[Instances]">
                    <NamedPartition><Partition Name="East" /><Partition Name="West" /></NamedPartition>
                  </StatelessService>
                </Service>
                <Service Name="Store">
                  <StatefulService ServiceTypeName="StoreType" TargetReplicaSetSize="3" MinReplicaSetSize="[Min]">
                    <UniformInt64Partition PartitionCount="4" LowKey="0" HighKey="99" />
                  </StatefulService>
                </Service>
              </DefaultServices>
              <Principals>
                <Groups><Group Name="Admins" /></Groups>
                <Users>
                  <User Name="Admin">
                    <MemberOf><Group NameRef="Admins" /></MemberOf>
                  </User>
                </Users>
              </Principals>
              <Policies>
                <DefaultRunAsPolicy UserRef="Admin" />
              </Policies>
              <Certificates>
                <SecretsCertificate X509FindValue="0a" Name="Secrets" />
                <EndpointCertificate X509FindValue="0b" Name="WebCertificate" />
              </Certificates>
            </ApplicationManifest>
            """,
        [StoreManifest] = """
            <ServiceManifest xmlns="http://schemas.microsoft.com/2011/01/fabric" Name="StorePkg" Version="1.0.0">
              <ServiceTypes>
                <StatelessServiceType ServiceTypeName="WebType" />
                <StatefulServiceType ServiceTypeName="StoreType" HasPersistedState="true" />
              </ServiceTypes>
              <CodePackage Name="Code" Version="1.0.0">
                <EntryPoint>
                  <ExeHost>
                    <Program>Store</Program>
                    <WorkingFolder>CodePackage</WorkingFolder>
                  </ExeHost>
                </EntryPoint>
              </CodePackage>
              <ConfigPackage Name="Config" Version="1.0.0" />
              <DataPackage Name="Data" Version="1.0.0" />
              <Resources>
                <Endpoints>
                  <Endpoint Name="Web" Protocol="https" Port="443" CertificateRef="WebCertificate" />
                  <Endpoint Name="Replicator" />
                </Endpoints>
              </Resources>
            </ServiceManifest>
            """,
        [Settings] = """
            <Settings xmlns="http://schemas.microsoft.com/2011/01/fabric">
              <Section Name="Limits">
                <Parameter Name="Rate" Value="1" MustOverride="true" />
                <Parameter Name="Key" Value="0c" IsEncrypted="true" />
              </Section>
            </Settings>
            """,
        [Program] = "#!/bin/sh\n",
        ["StorePkg/Data/words.txt"] = "one two\n",
    };

    internal SamplePackage()
    {
        Folder = Directory.CreateTempSubdirectory("sfperf-sample-").FullName;
        foreach (var (name, text) in Files)
            Write(name, text);
    }

    internal string Folder { get; }

    internal string Path(string file) => System.IO.Path.Combine(Folder, file);

    internal void Write(string file, string text)
    {
        _ = Directory.CreateDirectory(System.IO.Path.GetDirectoryName(Path(file))!);
        File.WriteAllText(Path(file), text);
    }

    /// <summary>Replaces the first occurrence of a text of a file.</summary>
    internal void Edit(string file, string text, string by)
    {
        var content = File.ReadAllText(Path(file));
        var at = content.IndexOf(text, StringComparison.Ordinal);
        if (at < 0)
            throw new ArgumentException($"{file} does not hold '{text}'.");
        File.WriteAllText(Path(file), content[..at] + by + content[(at + text.Length)..]);
    }

    internal string[] Errors(string? previous = null) => [.. All(previous).Where(f => !f.IsWarning).Select(Text)];

    internal string[] Warnings() => [.. All(null).Where(f => f.IsWarning).Select(Text)];

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    private IReadOnlyList<PackageFinding> All(string? previous) => PackageCheck.Run(Folder, "P", previous);

    private static string Text(PackageFinding finding) => finding.ToString();
}
