#nullable disable

using System.Collections.Generic;

namespace System.Fabric.Description;

/// <summary>The users and groups that an application declares. None of them is made here, so both are empty.</summary>
public sealed class ApplicationPrincipalsDescription
{
    /// <summary>Initializes a description without users and groups.</summary>
    public ApplicationPrincipalsDescription()
    {
    }

    /// <summary>Gets the groups; empty here.</summary>
    public IList<SecurityGroupDescription> Groups { get; } = [];

    /// <summary>Gets the users; empty here.</summary>
    public IList<SecurityUserDescription> Users { get; } = [];
}

/// <summary>A group of users that an application declares. None is made here.</summary>
public sealed class SecurityGroupDescription
{
    /// <summary>Initializes a group without a name.</summary>
    public SecurityGroupDescription()
    {
    }

    /// <summary>Gets the name of the group.</summary>
    public string Name { get; internal set; }
}

/// <summary>A user that an application declares. None is made here.</summary>
public sealed class SecurityUserDescription
{
    /// <summary>Initializes a user without a name.</summary>
    public SecurityUserDescription()
    {
    }

    /// <summary>Gets the name of the user.</summary>
    public string Name { get; internal set; }
}
