#nullable disable

using System.Collections.Specialized;

namespace System.Fabric.Description;

/// <summary>An application that is to be created.</summary>
public sealed class ApplicationDescription
{
    public ApplicationDescription()
    {
    }

    public ApplicationDescription(Uri applicationName, string applicationTypeName, string applicationTypeVersion)
        : this(applicationName, applicationTypeName, applicationTypeVersion, null)
    {
    }

    public ApplicationDescription(Uri applicationName, string applicationTypeName, string applicationTypeVersion,
        NameValueCollection applicationParameters)
    {
        (ApplicationName, ApplicationTypeName, ApplicationTypeVersion) =
            (applicationName, applicationTypeName, applicationTypeVersion);
        if (applicationParameters is not null)
            ApplicationParameters.Add(applicationParameters);
    }

    public Uri ApplicationName { get; set; }

    public string ApplicationTypeName { get; set; }

    public string ApplicationTypeVersion { get; set; }

    public NameValueCollection ApplicationParameters { get; } = [];
}

/// <summary>An application that is to be deleted.</summary>
public sealed class DeleteApplicationDescription
{
    public DeleteApplicationDescription(Uri applicationName)
    {
        ArgumentNullException.ThrowIfNull(applicationName);
        ApplicationName = applicationName;
    }

    public Uri ApplicationName { get; }
}
