using System.Collections.Generic;
using System.Globalization;
using System.IO;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Control;

/// <summary>The environment variables that a code package starts with, named as Service Fabric names them.</summary>
internal static class HostEnvironment
{
    /// <summary>Holds the secret that proves to the node who started the process.</summary>
    internal const string TokenVariable = "Fabric_RuntimeConnectionToken";

    internal const string AddressVariable = "Fabric_RuntimeConnectionAddress";

    /// <summary>The exit code of a host whose disk failed: EX_IOERR of sysexits.h.</summary>
    internal const int DiskFailedExitCode = 74;

    internal const string HostIdVariable = "Fabric_ApplicationHostId";

    internal static Dictionary<string, string> Of(HostActivation activation, CodePackageDefinition code,
        NodeDescription node, string runtimeAddress, string codePath)
    {
        var package = activation.Package;
        var root = ApplicationFolder(node, activation.ApplicationId);
        var variables = new Dictionary<string, string>(ProgramLocator.RuntimeEnvironment())
        {
            ["Fabric_NodeName"] = node.Name,
            ["Fabric_NodeId"] = node.Id,
            ["Fabric_NodeIPOrFQDN"] = node.Address,
            [AddressVariable] = runtimeAddress,
            ["Fabric_Folder_App_Work"] = Path.Combine(root, "work"),
            ["Fabric_Folder_App_Log"] = Path.Combine(root, "log"),
            ["Fabric_Folder_App_Temp"] = Path.Combine(root, "temp"),
            ["Fabric_Folder_Application"] = root,
            ["Fabric_Folder_Application_OnHost"] = root,
            ["Fabric_ApplicationName"] = activation.ApplicationName,
            ["Fabric_ApplicationId"] = activation.ApplicationId,
            [HostIdVariable] = activation.HostId,
            ["Fabric_ApplicationHostType"] = "Activated_SingleCodePackage",
            ["Fabric_IsCodePackageActivatorHost"] = "false",
            ["Fabric_IsContainerHost"] = "false",
            ["Fabric_CodePackageName"] = code.Name,
            ["Fabric_CodePackageInstanceSeqNum"] = node.Instance.ToString(CultureInfo.InvariantCulture),
            ["Fabric_ServicePackageName"] = package.Name,
            ["Fabric_ServicePackageInstanceSeqNum"] = node.Instance.ToString(CultureInfo.InvariantCulture),
            ["Fabric_ServicePackageVersionInstance"] = $"{package.Version}:{package.Version}:0",
            ["Fabric_ServicePackageActivationId"] = "",
            ["FabricCodePath"] = codePath,
        };
        if (activation.ServiceName.Length > 0)
            variables["Fabric_ServiceName"] = activation.ServiceName;
        foreach (var endpoint in activation.Endpoints)
        {
            variables[$"Fabric_Endpoint_{endpoint.Name}"] = endpoint.Port.ToString(CultureInfo.InvariantCulture);
            variables[$"Fabric_Endpoint_IPOrFQDN_{endpoint.Name}"] = node.Address;
        }
        foreach (var (name, value) in code.Environment)
        {
            variables[name] = value.Replace("@ApplicationName@", activation.ApplicationName,
                System.StringComparison.Ordinal)
                .Replace("@ServiceName@", activation.ServiceName, System.StringComparison.Ordinal);
        }
        return variables;
    }

    /// <summary>Gets the folder of an application on a node, laid out as Service Fabric does.</summary>
    internal static string ApplicationFolder(NodeDescription node, string applicationId) =>
        Path.Combine(node.Folder, "_App", applicationId);
}
