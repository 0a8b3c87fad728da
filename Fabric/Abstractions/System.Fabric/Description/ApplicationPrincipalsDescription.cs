#nullable disable

using System.Collections.Generic;

namespace System.Fabric.Description;

/// <summary>The users and groups that an application declares. None of them is made here, so both are empty.</summary>
public sealed class ApplicationPrincipalsDescription
{
    public ApplicationPrincipalsDescription()
    {
    }

    public IList<SecurityGroupDescription> Groups { get; } = [];

    public IList<SecurityUserDescription> Users { get; } = [];
}

public sealed class SecurityGroupDescription
{
    public SecurityGroupDescription()
    {
    }

    public string Name { get; internal set; }
}

public sealed class SecurityUserDescription
{
    public SecurityUserDescription()
    {
    }

    public string Name { get; internal set; }
}
