using System.Collections.Generic;
using System.Text.Json;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>ApplicationInfo, ApplicationTypeInfo and ServiceInfo.</summary>
internal static class ApplicationShapes
{
    internal static void Write(Utf8JsonWriter writer, ApplicationView application, decimal version, bool parameters)
    {
        writer.WriteStartObject();
        writer.WriteString("Id", RestJson.IdOf(application.Name, version));
        writer.WriteString("Name", application.Name);
        writer.WriteString("TypeName", application.TypeName);
        writer.WriteString("TypeVersion", application.TypeVersion);
        writer.WriteString("Status", application.Status);
        writer.WritePairs("Parameters", parameters ? application.Parameters : new Dictionary<string, string>());
        writer.WriteString("HealthState", application.Health);
        writer.WriteString("ApplicationDefinitionKind", "ServiceFabricApplicationDescription");
        writer.WriteEndObject();
    }

    internal static void Write(Utf8JsonWriter writer, ApplicationTypeView type, bool parameters)
    {
        writer.WriteStartObject();
        writer.WriteString("Name", type.Name);
        writer.WriteString("Version", type.Version);
        writer.WritePairs("DefaultParameterList", parameters ? type.Parameters : new Dictionary<string, string>());
        writer.WriteString("Status", "Available");
        writer.WriteString("StatusDetails", "");
        writer.WriteString("ApplicationTypeDefinitionKind", "ServiceFabricApplicationPackage");
        writer.WriteEndObject();
    }

    internal static void Write(Utf8JsonWriter writer, ServiceView service, decimal version)
    {
        writer.WriteStartObject();
        writer.WriteString("ServiceKind", service.Kind);
        writer.WriteString("Id", RestJson.IdOf(service.Name, version));
        writer.WriteString("Name", service.Name);
        writer.WriteString("TypeName", service.TypeName);
        writer.WriteString("ManifestVersion", service.ManifestVersion);
        writer.WriteString("HealthState", service.Health);
        writer.WriteString("ServiceStatus", service.Status);
        writer.WriteBoolean("IsServiceGroup", false);
        if (service.HasPersistedState is { } persisted)
            writer.WriteBoolean("HasPersistedState", persisted);
        writer.WriteEndObject();
    }

    /// <summary>Writes the id and name of an application, or of a service.</summary>
    internal static void WriteName(Utf8JsonWriter writer, string name, decimal version)
    {
        writer.WriteString("Id", RestJson.IdOf(name, version));
        writer.WriteString("Name", name);
    }
}
