#nullable disable

using System.Collections.Specialized;

namespace System.Fabric.Description;

/// <summary>An application that is to be created.</summary>
public sealed class ApplicationDescription
{
    /// <summary>Initializes a description without name and type, which have to be set.</summary>
    public ApplicationDescription()
    {
    }

    /// <summary>Initializes a description without parameters.</summary>
    /// <param name="applicationName">The name, as <c>fabric:/application</c>.</param>
    /// <param name="applicationTypeName">The name of the type.</param>
    /// <param name="applicationTypeVersion">The version of the type.</param>
    public ApplicationDescription(Uri applicationName, string applicationTypeName, string applicationTypeVersion)
        : this(applicationName, applicationTypeName, applicationTypeVersion, null)
    {
    }

    /// <summary>Initializes a description. Nothing is checked before it is used.</summary>
    /// <param name="applicationName">The name, as <c>fabric:/application</c>.</param>
    /// <param name="applicationTypeName">The name of the type.</param>
    /// <param name="applicationTypeVersion">The version of the type.</param>
    /// <param name="applicationParameters">Parameters of the application, which are copied; null for none.</param>
    public ApplicationDescription(Uri applicationName, string applicationTypeName, string applicationTypeVersion,
        NameValueCollection applicationParameters)
    {
        (ApplicationName, ApplicationTypeName, ApplicationTypeVersion) =
            (applicationName, applicationTypeName, applicationTypeVersion);
        if (applicationParameters is not null)
            ApplicationParameters.Add(applicationParameters);
    }

    /// <summary>Gets or sets the name, as <c>fabric:/application</c>.</summary>
    public Uri ApplicationName { get; set; }

    /// <summary>Gets or sets the name of the type, which must have been provisioned.</summary>
    public string ApplicationTypeName { get; set; }

    /// <summary>Gets or sets the version of the type.</summary>
    public string ApplicationTypeVersion { get; set; }

    /// <summary>Gets the parameters. Those that are left out have the defaults of the type.</summary>
    public NameValueCollection ApplicationParameters { get; } = [];
}

/// <summary>An application that is to be deleted.</summary>
public sealed class DeleteApplicationDescription
{
    /// <summary>Initializes the description of a deletion.</summary>
    /// <param name="applicationName">The name, as <c>fabric:/application</c>.</param>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    public DeleteApplicationDescription(Uri applicationName)
    {
        ArgumentNullException.ThrowIfNull(applicationName);
        ApplicationName = applicationName;
    }

    /// <summary>Gets the name of the application.</summary>
    public Uri ApplicationName { get; }
}
