namespace System.ServiceModel;

/// <summary>Where an endpoint is.</summary>
public class EndpointAddress
{
    /// <exception cref="UriFormatException">The text is no absolute address.</exception>
    public EndpointAddress(string uri)
        : this(new Uri(uri ?? throw new ArgumentNullException(nameof(uri))))
    {
    }

    public EndpointAddress(Uri uri)
    {
        ArgumentNullException.ThrowIfNull(uri);
        if (!uri.IsAbsoluteUri)
            throw new ArgumentException($"The address '{uri}' is not absolute.", nameof(uri));
        Uri = uri;
    }

    public static Uri AnonymousUri { get; } =
        new("http://schemas.microsoft.com/2005/12/ServiceModel/Addressing/Anonymous");

    public bool IsAnonymous => Uri == AnonymousUri;

    public Uri Uri { get; }

    public static bool operator ==(EndpointAddress? address1, EndpointAddress? address2) => Equals(address1, address2);

    public static bool operator !=(EndpointAddress? address1, EndpointAddress? address2) => !Equals(address1, address2);

    public override bool Equals(object? obj) => obj is EndpointAddress other && other.Uri == Uri;

    public override int GetHashCode() => Uri.GetHashCode();

    public override string ToString() => Uri.ToString();
}
